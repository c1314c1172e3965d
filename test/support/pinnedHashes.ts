/**
 * Hashes of the pinned scenes after 1,000 steps: of the motion (time, qpos, qvel, qacc), and of the whole snapshot. The
 * first changes when numbers do, the second also when the layout of `Data` does. To pin them anew, copy what a failing
 * test shows, and say in the commit why they changed.
 */
export const PINNED_HASHES: Readonly<Record<string, readonly [motion: string, snapshot: string]>> = {
  humanoid: ['09615dda858fb86b', '24b39932d198a188'],
  quadruped: ['850ef6295c984ec6', '07ce1cd281ebd972'],
  'muscle arm': ['b2f0db873c57a337', '38c2e28aa5ae7465'],
  'meshes, height field and signed distance': ['156b1efa4a058917', '8e8a6f7d1fbd67f1'],
  'islands that fall asleep': ['3dcb8d5c61fdaffe', '2cb884c1990205d1'],
}

/** A module that simulates a scene and gives its hashes; the same code runs in every JavaScript engine. */
export const HASHING = `
const STEPS = 1000

export async function hashes({ loadModel, sharedData, snapshot, step }, islandThreads, xml, threads) {
  const model = loadModel(xml)
  const data = sharedData(model)
  const pool = threads > 1 ? await islandThreads(model, data, { threads, always: true }) : undefined
  for (let i = 0; i < STEPS; i++) {
    // a wave of triangles, which needs no function that engines may compute differently
    for (let k = 0; k < model.nu; k++) data.ctrl[k] = Math.abs(((i + 37 * k) % 200) - 100) / 100 - 0.5
    step(model, data)
  }
  pool?.dispose()
  const { fixed, contacts, constraints, jacobian } = snapshot(data)
  const bytes = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)
  const motion = [Float64Array.of(data.time), data.qpos, data.qvel, data.qacc].map(bytes)
  return [await sha256(motion), await sha256([fixed, contacts, constraints, jacobian])]
}

async function sha256(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
`

/**
 * A module that prints the hashes of scenes on one thread as JSON, for engines that run on the command line.
 * @param kinetree address of the built package
 */
export function hashingProgram(kinetree: string, scenes: readonly { readonly xml: string }[]): string {
  return `${HASHING}
import * as kinetree from ${JSON.stringify(kinetree)}
const results = []
for (const xml of ${JSON.stringify(scenes.map(({ xml }) => xml))}) results.push(await hashes(kinetree, undefined, xml, 1))
console.log(JSON.stringify(results))
`
}
