import { expect, test } from 'vitest'
import { Data, forward, loadModel, multiRay, RayHit, RayHits, ray, raySite } from '../../src/index.ts'
import { steadyGrowth } from './growth.ts'

const xml = `
<mujoco>
  <asset>
    <mesh name="ball" builtin="sphere" params="2"/>
    <hfield name="hills" nrow="3" ncol="3" size="2 2 1 0.1" elevation="0 0 1 0 1 0 1 0 0"/>
  </asset>
  <worldbody>
    <geom type="plane" size="0 0 1" pos="0 0 -3"/>
    <geom type="hfield" hfield="hills" pos="0 0 -2"/>
    <replicate count="20" offset="0.3 0 0"><geom type="box" size=".1 .1 .1" pos="-3 -2 0"/></replicate>
    <site type="capsule" size=".3 .3"/>
    <replicate count="10" euler="0 0 36">
      <body pos="2 0 0">
        <freejoint/>
        <geom type="mesh" mesh="ball" pos="0 0 1"/><geom type="capsule" size=".1 .2"/><geom type="cylinder" size=".1 .2"/>
        <geom type="ellipsoid" size=".1 .2 .3"/><geom size=".1" pos="0 .3 0"/>
      </body>
    </replicate>
  </worldbody>
</mujoco>`

test('200 rounds of 300 rays grow the heap by less than 64 KB', () => {
  const m = loadModel(xml)
  const d = new Data(m)
  forward(m, d)
  const count = 100
  const hit = new RayHit()
  const hits = new RayHits(count)
  const options = { bodyexclude: 1, geomgroup: [1, 1, 1, 1, 1, 1], cutoff: 50 }
  const point = Float64Array.of(0.1, 0.2, 0.3)
  const vector = new Float64Array(3)
  const vectors = new Float64Array(3 * count)
  let met = 0
  let state = 1
  const run = (rounds: number): void => {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < vectors.length; i++) {
        state = (state * 75) % 65537
        vectors[i] = state - 32768
      }
      multiRay(m, d, hits, point, vectors, options)
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < 3; k++) vector[k] = vectors[3 * i + k]
        if (ray(m, d, hit, point, vector, options)) met++
        if (raySite(m, d, hit, 0, point, vector)) met++
      }
    }
  }
  const limit = (64 * 1024) / 200
  expect(steadyGrowth(run, 100, 200, { limit })).toBeLessThan(limit)
  expect(met).toBeGreaterThan(0)
})
