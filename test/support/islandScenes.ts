/** Scenes with many islands, for tests of threads that solve them. */

/**
 * Places on the floor, each with a tilted box, a capsule and a ball above each other, which fall, tumble and come to
 * rest.
 */
export function spots(count: number, option = ''): string {
  const side = Math.ceil(Math.sqrt(count))
  const bodies = Array.from({ length: count }, (_, i) => {
    const place = (height: number) => `pos="${2 * (i % side)} ${2 * Math.floor(i / side)} ${height + 0.02 * (i % 7)}"`
    return `
      <body ${place(0.25)} euler="${5 * i} ${3 * i} 0"><freejoint/><geom type="box" size=".2 .2 .1"/></body>
      <body ${place(0.6)} euler="90 ${9 * i} 0"><freejoint/><geom type="capsule" size=".08 .15"/></body>
      <body ${place(0.9)}><freejoint/><geom size=".1"/></body>`
  })
  return `<mujoco>${option}<worldbody><geom type="plane" size="0 0 1"/>${bodies.join('')}</worldbody></mujoco>`
}

/**
 * Pairs of hinged arms that springs of tendons tie together, with limits and friction: islands by more than contacts.
 */
export function tiedArms(count: number): string {
  const arm = (name: string, x: number, y: number) => `
    <body pos="${x} ${y} 1"><joint name="${name}" axis="0 1 0" range="-40 40" frictionloss=".05" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0"><joint axis="0 1 0" range="-30 60"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></body>`
  const numbers = Array.from({ length: count }, (_, i) => i)
  const arms = numbers.map((i) => arm(`a${i}`, 0, 3 * i) + arm(`b${i}`, 0, 3 * i + 1))
  const tendons = numbers.map(
    (i) => `<fixed stiffness="20" damping="1"><joint joint="a${i}" coef="1"/><joint joint="b${i}" coef="-1"/></fixed>`,
  )
  return `<mujoco><compiler autolimits="true"/><worldbody>${arms.join('')}</worldbody><tendon>${tendons.join('')}</tendon></mujoco>`
}
