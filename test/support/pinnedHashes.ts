/**
 * Hashes of the pinned scenes after 1,000 steps: of the motion (time, qpos, qvel, qacc), and of the whole snapshot. The
 * first changes when numbers do, the second also when the layout of `Data` does. To pin them anew, copy what a failing
 * test shows, and say in the commit why they changed.
 */
export const PINNED_HASHES: Readonly<Record<string, readonly [motion: string, snapshot: string]>> = {
  humanoid: ['63efc04dee53e742', '7fc56fefb2e38a9f'],
  quadruped: ['705c6305369d6c27', '7b7ddca4dec4a551'],
  'muscle arm': ['4ade330de03ce7db', 'af65d55be6020b6b'],
  'meshes, height field and signed distance': ['e7b95179ea4a225f', '88828b1c94017cf1'],
  'islands that fall asleep': ['97e2d40bf4cce2ce', '80f414e628211fe0'],
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
