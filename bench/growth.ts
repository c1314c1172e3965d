import { writeFileSync } from 'node:fs'
import load from '@mujoco/mujoco'
import { measureGrowth } from './collision.ts'

/**
 * Measures how the collision stage grows with the number of bodies and keeps the results: `tsx bench/growth.ts` writes
 * results/collision-growth.json, from which `npm run pictures` draws.
 */
const [seconds = '3'] = process.argv.slice(2)
const round = (x: number) => Number(x.toPrecision(3))
const measured = await measureGrowth(load, Number(seconds), ({ bodies, contacts, fastest, ratio }) => {
  const [ours, reference] = [fastest.ours, fastest.reference].map(round)
  console.log(`${bodies} boxes, ${contacts} contacts: ${ours} µs, reference ${reference} µs, ratio ${round(ratio)}`)
})
const points = measured.map(({ bodies, contacts, fastest, ratio }) => ({
  bodies,
  contacts,
  ours: round(fastest.ours),
  reference: round(fastest.reference),
  ratio: round(ratio),
}))
const unit = 'µs for one collision stage, fastest batch; ratio of medians'
const report = { unit, scene: 'heap of boxes', node: process.version, points }
writeFileSync(new URL('results/collision-growth.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`)
