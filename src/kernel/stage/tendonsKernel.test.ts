import { describe, expect, test } from 'vitest'
import { expectSameSteps, pair } from '../../../test/support/kernelPairs.ts'
import { type Data, loadModel, type Model } from '../../index.ts'

/** An arm with two hinges and a ball, geoms that tendons may touch, and a free body. */
const arm = (tendons: string, rest = ''): Model =>
  loadModel(`
  <mujoco>
    <default><geom size=".03" contype="0"/><joint damping=".05"/></default>
    <worldbody>
      <site name="ceiling" pos="0 .1 1.4"/>
      <site name="wall" pos="-.4 0 1"/>
      <geom name="post" type="cylinder" size=".05 .2" pos="-.1 .05 1.1" euler="70 20 0"/>
      <body pos="0 0 1">
        <joint name="a" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0"/>
        <geom name="elbow" type="sphere" size=".06" pos=".3 0 .01"/>
        <geom name="drum" type="cylinder" size=".05 .1" pos=".15 0 0" euler="90 0 0"/>
        <site name="upper" pos=".12 0 .09"/>
        <site name="low" pos=".1 0 -.1"/>
        <site name="in" pos=".3 .005 .02"/>
        <site name="out" pos=".3 0 .2"/>
        <site name="in drum" pos=".15 0 .01"/>
        <body pos=".3 0 0">
          <joint name="b" axis="0 1 .1"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0"/>
          <site name="fore" pos=".2 .01 .05"/>
          <site name="under" pos=".2 0 -.08"/>
          <body pos=".3 0 0">
            <joint name="wrist" type="ball"/>
            <geom type="capsule" fromto="0 0 0 .1 .05 0"/>
            <site name="hand" pos=".1 .05 .02"/>
          </body>
        </body>
      </body>
      <body pos=".5 .4 1"><freejoint/><geom type="box" size=".05 .1 .08"/><site name="free" pos="0 0 .1"/></body>
    </worldbody>
    <tendon>${tendons}</tendon>
    ${rest}
  </mujoco>`)

const path = (name: string, inner: string, more = ''): string => `<spatial name="${name}" ${more}>${inner}</spatial>`
const at = (...sites: string[]): string => sites.map((site) => `<site site="${site}"/>`).join('')
const around = (geom: string, side?: string): string =>
  `<geom geom="${geom}" ${side === undefined ? '' : `sidesite="${side}"`}/>`

const tendons: Readonly<Record<string, string>> = {
  'straight tendons': path('s', at('ceiling', 'upper', 'fore', 'hand', 'free')),
  'a tendon around a sphere': path('s', at('upper') + around('elbow') + at('fore')),
  'a tendon around a sphere, on the side of a site':
    path('s', at('upper') + around('elbow', 'out') + at('under')) +
    path('t', at('low') + around('elbow', 'out') + at('fore')),
  'a tendon through a ring': path('s', at('upper') + around('elbow', 'in') + at('fore')),
  'tendons around cylinders':
    path('s', at('wall') + around('post') + at('upper') + around('drum') + at('low')) +
    path('t', at('wall') + around('post', 'ceiling') + at('hand')),
  'a tendon through a hollow cylinder': path('s', at('upper') + around('drum', 'in drum') + at('low')),
  pulleys: path(
    's',
    `<pulley divisor="2"/>${at('ceiling', 'upper')}${around('elbow')}${at('fore')}<pulley divisor="3"/>${at('free', 'hand')}<pulley divisor="1.5"/>${at('wall', 'low', 'under')}`,
  ),
  'spatial tendons between fixed ones': `<fixed name="f"><joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed>
    ${path('s', at('wall') + around('post') + at('upper'))}
    <fixed name="g"><joint joint="b" coef=".5"/></fixed>${path('t', at('fore', 'free'))}`,
}

describe('with kernels, tendons are those of TypeScript', () => {
  for (const [name, xml] of Object.entries(tendons))
    test.each([true, false])(`${name}, loops written out: %s`, (unroll) => {
      const m = arm(xml, '<actuator><motor tendon="s" gear="3"/></actuator>')
      const { plain, fast, accelerated } = pair(m, { unroll })
      expect(accelerated.stages.find(({ stage }) => stage === 'tendons')).toMatchObject({ reason: undefined })
      for (const d of [plain, fast]) for (let i = 0; i < m.nv; i++) d.qvel[i] = 3 * Math.sin(i + 1)
      const curved = new Set<boolean>()
      for (let i = 0; i < 200; i++) {
        expectSameSteps(m, plain, fast, 1)
        for (const field of ['ten_wrapadr', 'ten_wrapnum', 'wrap_obj', 'wrap_xpos'] as (keyof Data)[])
          expect(fast[field], field).toEqual(plain[field])
        curved.add(plain.wrap_obj.some((object) => object >= 0))
      }
      if (m.wrap_type.some((type) => type > 3)) expect([...curved]).toContain(true)
    })

  test('with springs, dampers, limits, and muscles', () => {
    const m = arm(
      path(
        's',
        at('upper') + around('elbow', 'out') + at('fore'),
        'stiffness="20" damping="1" range="0 .3" limited="true"',
      ) + path('t', at('ceiling', 'hand'), 'frictionloss=".1" range=".1 .5" limited="true" margin=".05"'),
      '<actuator><muscle tendon="s" lengthrange=".1 .4" force="20"/><position tendon="t" kp="5"/></actuator>',
    )
    const { plain, fast, accelerated } = pair(m)
    for (const name of ['tendons', 'transmission', 'actuation', 'passive', 'rows'])
      expect(accelerated.stages.find(({ stage }) => stage === name)).toMatchObject({ reason: undefined })
    expectSameSteps(m, plain, fast, 200)
  })
})
