/** Half sizes of a brick. */
const [HALF_LENGTH, HALF_WIDTH, HALF_HEIGHT] = [0.1, 0.05, 0.04]

/** A wall in running bond on a plane: in each course, bricks stand across the joints of the course below. */
export function brickWall(courses: number, length: number): string {
  const bricks: string[] = []
  for (let course = 0; course < courses; course++)
    for (let k = 0; k < length; k++) {
      const x = HALF_LENGTH * (2 * k + (course % 2))
      const z = HALF_HEIGHT * (2 * course + 1)
      bricks.push(`<body pos="${x} 0 ${z}"><freejoint/><geom type="box"/></body>`)
    }
  return `<mujoco>
    <default><geom size="${HALF_LENGTH} ${HALF_WIDTH} ${HALF_HEIGHT}" density="1800"/></default>
    <worldbody><geom type="plane" size="9 9 .1"/>${bricks.join('')}</worldbody>
  </mujoco>`
}
