/** Ways to step: the reference, this engine, and this engine with kernels. */
export const ENGINES = ['mujoco', 'typescript', 'kernels'] as const
export type Engine = (typeof ENGINES)[number]
