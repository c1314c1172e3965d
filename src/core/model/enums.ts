/**
 * MuJoCo's enumerations, with MuJoCo's numbers. Each is a constant object plus a type of the same name
 * that covers its values: `JointType.hinge` is 3, and a variable of type `JointType` is 0, 1, 2 or 3.
 */
export * from './enums/actuatorEnums.ts'
export * from './enums/objectEnums.ts'
export * from './enums/solverEnums.ts'
export * from './enums/stateEnums.ts'
