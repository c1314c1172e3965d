import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SCENE = `
  import { createHash } from 'node:crypto'
  import { Data, loadModel, snapshot, step } from './src/index.ts'
  let bodies = ''
  for (let i = 0; i < 120; i++) {
    const place = [0.3 * (i % 10), 0.3 * (Math.floor(i / 10) % 10), 0.15 + 0.3 * Math.floor(i / 100)]
    bodies += '<body pos="' + place.join(' ') + '" euler="' + 7 * i + ' 0 0"><freejoint/>'
    bodies += '<geom type="box" size=".1 .08 .06"/></body>'
  }
  const floor = '<geom type="plane" size="0 0 1"/>'
  for (const sleep of ['disable', 'enable']) {
    const option = '<option><flag sleep="' + sleep + '"/></option>'
    const m = loadModel('<mujoco>' + option + '<worldbody>' + floor + bodies + '</worldbody></mujoco>')
    const d = new Data(m)
    for (let i = 0; i < 12; i++) step(m, d)
    for (const [part, bytes] of Object.entries(snapshot(d)))
      console.log(sleep, part, createHash('sha256').update(bytes).digest('hex'))
  }`

function run(): string {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', SCENE]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

test('two processes that simulate 120 boxes hold the same bytes in every part of the state', () => {
  const first = run()
  expect(first.trim().split('\n')).toHaveLength(8)
  expect(run()).toBe(first)
}, 60_000)
