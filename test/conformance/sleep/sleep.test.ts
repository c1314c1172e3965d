import { beforeAll, describe, expect, test } from 'vitest'
import { Data } from '../../../src/core/data/data.ts'
import { DisableBit, EnableBit } from '../../../src/core/model/enums.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { loadModel } from '../../../src/format/load.ts'
import { inverse } from '../../../src/pipeline/inverse.ts'
import { resetData, resetDataKeyframe } from '../../../src/pipeline/reset.ts'
import { step } from '../../../src/pipeline/step.ts'
import {
  type Disturbance,
  followSleep,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
} from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { box, ON_BOX, ON_FLOOR, sceneText } from '../../support/sleepScenes.ts'
import { quietReference } from '../support/quietReference.ts'

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

/** Simulates a scene in both engines; who sleeps when must be the same in every step. */
function follow(text: string, count: number, disturb?: Disturbance) {
  const reference = new ReferenceModel(mj, text)
  try {
    const verdict = followSleep(loadModel(text), reference, count, disturb)
    expect(verdict.difference, text).toBeUndefined()
    return verdict
  } finally {
    reference.delete()
  }
}

const hinge = (x: number, name: string, more = '') =>
  `<body name="${name}" pos="${x} 0 1" ${more}><joint name="${name}" axis="0 0 1"/><geom size=".1"/><site name="${name}"/></body>`

describe('trees sleep and wake in the same steps as in the reference', () => {
  const pile = box(0, ON_FLOOR) + box(0, ON_BOX) + box(1, ON_FLOOR)
  const once =
    (at: number, act: (d: Parameters<Disturbance>[1]) => void): Disturbance =>
    (i, d) => {
      if (i === at) act(d)
      return undefined
    }
  const touches: Readonly<Record<string, (d: Parameters<Disturbance>[1]) => void>> = {
    'a force': (d) => {
      d.xfrc_applied[6] = 1e-3
    },
    'a force of −0': (d) => {
      d.xfrc_applied[11] = -0
    },
    'a force on a dof': (d) => {
      d.qfrc_applied[0] = 1e-9
    },
    'a velocity': (d) => {
      d.qvel[3] = 1e-30
    },
    'a denormal velocity': (d) => {
      d.qvel[3] = 5e-324
    },
    'a position': (d) => {
      d.qpos[0] += 1e-12
    },
    'a quaternion turned inside out': (d) => {
      for (let k = 3; k < 7; k++) d.qpos[k] *= -1
    },
    'a quaternion of twice the length': (d) => {
      for (let k = 3; k < 7; k++) d.qpos[k] *= 2
    },
    'a push': (d) => {
      d.qvel[0] = 1
    },
  }
  for (const [name, touch] of Object.entries(touches))
    test(`with ${name}`, () => {
      expect(follow(sceneText(pile), 200, once(120, touch)).mostAsleep).toBe(3)
    })

  test('with a ball that falls on a pile, and a box that falls beside it', () => {
    const text = sceneText(`${pile}<body pos="0 0 2"><freejoint/><geom size=".1"/></body>${box(3, 1.3)}`)
    expect(follow(text, 1500).changes).toBeGreaterThan(3)
  })

  test('with a hand that the user drags through boxes', () => {
    const text = sceneText(
      `${box(0, ON_FLOOR)}${box(0.5, ON_FLOOR)}${box(2, ON_FLOOR)}<body mocap="true" pos="-2 0 .12"><geom size=".1"/></body>`,
    )
    const verdict = follow(text, 600, (i, d) => {
      if (i > 50 && i < 250) d.mocap_pos[0] += 0.01
      return undefined
    })
    expect(verdict.changes).toBeGreaterThan(2)
  })

  test('with equalities that begin and end', () => {
    const equality = `<equality>
      <weld body1="a" body2="b" active="false"/><joint joint1="b" joint2="c" active="false"/>
      <connect body1="a" body2="hand" anchor="0 0 0" active="false"/><weld body1="c" active="false"/></equality>`
    const text = sceneText(
      hinge(0, 'a') + hinge(1, 'b') + hinge(2, 'c') + '<body name="hand" mocap="true" pos="0 2 1"/>',
      equality,
    )
    const switches = new Map([
      [20, [1, 0, 0, 0]],
      [40, [0, 0, 0, 1]],
      [70, [0, 1, 0, 0]],
      [100, [0, 0, 1, 0]],
      [130, [0, 0, 0, 0]],
    ])
    expect(follow(text, 200, (i) => switches.get(i)).changes).toBeGreaterThan(4)
  })

  test('with tendons at their limit, and with friction', () => {
    const slider = (x: number, name: string) =>
      `<body pos="${x} 0 1"><joint name="${name}" type="slide" axis="1 0 0" damping=".5"/><geom size=".1"/></body>`
    const tendon = (more: string) =>
      `<tendon><fixed ${more}><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>`
    for (const more of ['limited="true" range="-1 .2" margin=".01"', 'frictionloss=".1"'])
      follow(sceneText(slider(0, 'a') + slider(3, 'b'), tendon(more)), 400, (i, d) => {
        if (i === 30) d.qvel[0] = 2
        return undefined
      })
  })

  test('with all that wakes in one step, one by the other: a position, a tendon, a contact, an equality', () => {
    const slider = (x: number, name: string) =>
      `<body name="${name}" pos="${x} 0 1"><joint name="${name}" type="slide" axis="1 0 0"/><geom size=".1"/></body>`
    const text = sceneText(
      slider(0, 'a') + slider(5, 'b') + slider(1, 'c') + hinge(8, 'd') + hinge(9, 'e') + slider(12, 'f'),
      `<tendon><fixed limited="true" range="-1 .5"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>
       <equality><joint joint1="c" joint2="d" active="false"/><weld body1="d" body2="e" active="false"/></equality>`,
    )
    const verdict = follow(text, 100, (i, d) => {
      if (i === 40) d.qpos[0] += 0.85
      return i === 40 ? [1, 1] : undefined
    })
    expect(verdict.mostAsleep).toBe(6)
    expect(verdict.changes).toBeGreaterThan(1)
  })

  test('with margins, gaps, explicit pairs and excluded ones', () => {
    const ball = (x: number, name: string) =>
      `<body name="${name}" pos="${x} 0 1"><joint type="slide" axis="1 0 0"/><geom name="${name}" size=".1" margin=".02" gap=".05"/></body>`
    const text = sceneText(
      ball(0, 'a') + ball(0.5, 'b') + ball(1, 'c') + ball(1.5, 'd'),
      '<contact><pair geom1="a" geom2="b" gap=".1" margin="0"/><exclude body1="b" body2="c"/></contact>',
      'gravity="0 0 0"',
    )
    follow(text, 300, (i, d) => {
      if (i === 20) d.qvel[0] = 1
      return undefined
    })
  })

  test('with trees that hang on something fixed, and on a hand', () => {
    const arm = (x: number) =>
      `<body pos="${x} 0 0"><joint axis="0 1 0" damping=".2"/><geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/><body pos=".2 0 0"><joint axis="0 1 0" damping=".2"/><geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/></body></body>`
    const text = sceneText(
      `<body pos="0 0 2">${arm(0)}<body pos="1 0 0">${arm(0)}</body></body><body mocap="true" pos="5 0 2">${arm(0)}${arm(1)}</body>`,
    )
    const verdict = follow(text, 6000, (i, d) => {
      if (i === 4500) d.qvel[0] = 0.5
      if (i === 4600) d.mocap_pos[2] += 0.01
      return undefined
    })
    expect(verdict.mostAsleep).toBe(4)
    expect(verdict.changes).toBeGreaterThan(3)
  })

  for (const integrator of ['Euler', 'implicit', 'implicitfast', 'discrete'])
    for (const [solver, cone] of [
      ['Newton', 'elliptic'],
      ['CG', 'pyramidal'],
      ['PGS', 'pyramidal'],
    ])
      test(`with ${integrator}, ${solver} and ${cone} cones`, () => {
        const text = sceneText(
          `${box(0, ON_FLOOR)}${box(0.03, ON_BOX, 'euler="0 0 20"')}${box(1, 0.4, 'euler="3 5 10"')}${hinge(3, 'h')}<body pos="1 0 1"><freejoint/><geom type="capsule" size=".05 .1"/></body>`,
          '',
          `integrator="${integrator}" solver="${solver}" cone="${cone}" tolerance="1e-12" iterations="300"`,
        )
        expect(follow(text, 500).mostAsleep).toBeGreaterThan(2)
      })

  test('in scenes made by chance', () => {
    let asleep = 0
    let steps = 0
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed)
      const shapes = ['type="box" size=".1 .1 .05"', 'type="sphere" size=".1"', 'type="capsule" size=".05 .1"']
      const bodies = Array.from({ length: 8 }, (_, i) => {
        const x = (i % 4) * 0.35 + random.uniform(-0.05, 0.05)
        const y = Math.floor(i / 4) * 0.35
        const z = random.uniform(0.1, 0.8)
        const shape = shapes[Math.floor(random.uniform(0, 2.999))]
        return `<body pos="${x} ${y} ${z}"><freejoint/><geom ${shape} condim="6" friction="1 .1 .1"/></body>`
      })
      const text = sceneText(bodies.join('') + hinge(3, 'h'), '', 'sleep_tolerance=".01"')
      const verdict = follow(text, 600)
      asleep += verdict.mostAsleep
      steps += verdict.steps
    }
    expect(asleep).toBeGreaterThan(30)
    expect(steps).toBeGreaterThan(3000)
  })
})

describe('everything that a step leaves behind is that of the reference', () => {
  const FIELDS = [
    ...[
      'qpos',
      'qvel',
      'qacc',
      'qacc_warmstart',
      'act',
      'act_dot',
      'sensordata',
      'xpos',
      'xquat',
      'xmat',
      'xipos',
      'ximat',
    ],
    ...['geom_xpos', 'geom_xmat', 'site_xpos', 'cam_xpos', 'light_xpos', 'subtree_com', 'cdof', 'cinert', 'M', 'qLD'],
    ...['actuator_length', 'actuator_velocity', 'actuator_force', 'qfrc_actuator', 'cvel', 'cdof_dot', 'qfrc_bias'],
    ...['qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_passive', 'qfrc_smooth', 'qacc_smooth'],
    ...['qfrc_constraint', 'xanchor', 'xaxis', 'qLDiagInv'],
  ] as const

  test.each([
    ['Euler', 'Newton', ['qH', 'qHDiagInv']],
    ['implicit', 'PGS', ['qDeriv', 'qLU']],
    ['implicitfast', 'CG', ['qDeriv', 'qH']],
    ['discrete', 'Newton', []],
  ] as const)(
    'while trees fall asleep and wake, with actuators, sensors, springs, cameras and lights: %s, %s',
    (integrator, solver, more) => {
      const text = sceneText(
        `${box(0, ON_FLOOR, '', '<site name="s"/><camera/><light/>')}
       <body pos="2 0 1" sleep="allowed" gravcomp=".5"><joint name="a" axis="0 1 0" stiffness="5" damping="1" armature=".1"/>
         <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="t" pos=".3 0 0"/></body>
       <body pos="4 0 1"><joint name="b" axis="0 1 0" damping=".01"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>`,
        `<actuator><position joint="a" kp="3" kv=".3"/><general joint="a" dyntype="filter" dynprm=".1" gainprm="0"/><velocity joint="b" kv=".01"/></actuator>
       <sensor><accelerometer site="s"/><framelinvel objtype="site" objname="t"/><jointpos joint="b"/><rangefinder site="s"/>
         <framepos objtype="site" objname="t" reftype="site" refname="s"/><actuatorfrc actuator="0"/></sensor>`
          .replace('actuator="0"', 'actuator="p"')
          .replace('<position ', '<position name="p" '),
        `density="1.2" viscosity=".01" integrator="${integrator}" solver="${solver}" iterations="500" tolerance="1e-14"`,
      )
      const m = loadModel(text)
      const d = new Data(m)
      const reference = new ReferenceModel(mj, text)
      const theirs = new ReferenceData(reference)
      let changes = 0
      for (let i = 0; i < 900; i++) {
        for (const x of [d, theirs.raw as unknown as Data]) {
          x.ctrl[1] = Math.sin(i)
          if (i === 600) x.qvel[6] = 0.5
        }
        const before = d.ntree_awake
        step(m, d)
        mj.mj_step(reference.raw, theirs.raw)
        if (d.ntree_awake !== before) changes++
        expect([...d.tree_asleep]).toEqual([...(theirs.raw.tree_asleep as Int32Array)])
        for (const key of [...FIELDS, ...more]) {
          const ours = d[key]
          const other = theirs.raw[key] as Float64Array
          for (let k = 0; k < ours.length; k++)
            if (!(Math.abs(ours[k] - other[k]) <= 1e-9 * (1 + Math.abs(other[k]))))
              throw new Error(`${key}[${k}] is ${ours[k]}, and ${other[k]} in the reference, after step ${i}`)
        }
      }
      expect(changes).toBeGreaterThanOrEqual(3)
      theirs.delete()
      reference.delete()
    },
  )
})

describe('models', () => {
  /** The policies of the trees, or that the model is refused. */
  const ours = (text: string) => {
    try {
      return [...loadModel(text).tree_sleep_policy].join()
    } catch {
      return 'refused'
    }
  }
  const theirs = (text: string) => {
    try {
      const model = new ReferenceModel(mj, text)
      const policies = [...(model.raw.tree_sleep_policy as Int32Array)].join()
      model.delete()
      return policies
    } catch {
      return 'refused'
    }
  }

  test('get the policies of the reference, or are refused where it refuses them', () => {
    const trees = ['', 'sleep="allowed"', 'sleep="never"', 'sleep="init"'].map(
      (first) => hinge(0, 'a', first) + hinge(1, 'b') + hinge(2, 'c'),
    )
    const fixed = (names: string, more: string) =>
      `<tendon><fixed name="t" ${more}>${[...names].map((j) => `<joint joint="${j}" coef="1"/>`).join('')}</fixed></tendon>`
    const elements = [
      '',
      ...['a', 'ab', 'abc'].flatMap((names) =>
        [
          '',
          'stiffness="1"',
          'damping="1"',
          'limited="true" range="0 1"',
          'frictionloss="1"',
          'armature="1"',
          'stiffness="0 1"',
          'damping="0 0 1"',
        ].map((more) => fixed(names, more)),
      ),
      '<tendon><spatial><site site="a"/><site site="b"/></spatial></tendon>',
      '<tendon><spatial stiffness="1"><site site="w"/><site site="b"/></spatial></tendon>',
      ...['joint="a"', 'jointinparent="a"', 'site="a"', 'site="a" refsite="b"', 'site="w" refsite="a"', 'body="a"'].map(
        (target) =>
          `<actuator>${target.startsWith('body') ? `<adhesion ${target} ctrlrange="0 1"/>` : `<general ${target}/>`}</actuator>`,
      ),
      '<actuator><general cranksite="a" slidersite="b" cranklength="1"/></actuator>',
      ...['', 'damping="1"', 'armature=".1"'].map(
        (more) => `${fixed('ab', '')}<actuator><motor tendon="t" ${more}/></actuator>`,
      ),
    ]
    let refused = 0
    for (const tree of trees)
      for (const element of elements) {
        const text = sceneText(`<site name="w"/>${tree}`, element)
        expect(ours(text), text).toBe(theirs(text))
        if (theirs(text) === 'refused') refused++
      }
    expect(refused).toBeGreaterThan(5)
  })

  describe('that users change while trees sleep', () => {
    const arm = `<body pos="0 0 1"><joint axis="0 0 1"/><geom size=".1" pos=".1 0 0"/><body pos=".3 0 0"><geom size=".1"/></body>
      <body pos=".3 .3 0"><joint axis="0 0 1"/><geom size=".1"/></body></body>`
    // bodies: 1 an arm, 2 a part of it, 3 its end, 4 fixed, 5 … 7 an arm, 8 a box
    const text = sceneText(`${arm}<body pos="3 0 0">${arm}</body>${box(6, ON_FLOOR)}`)
    const changes: Readonly<Record<string, (m: Model) => void>> = {
      'the place of an arm': (m) => m.body_pos.fill(0.01, 3, 4),
      'its direction': (m) => m.body_quat.set([0.6, 0.8, 0, 0], 4),
      'the place of its end': (m) => m.body_pos.fill(0.31, 9, 10),
      'the place of a part without joints': (m) => m.body_pos.fill(0.31, 6, 7),
      'the place of a free body': (m) => m.body_pos.fill(5, 24, 25),
      'the axis of a joint': (m) => m.jnt_axis.set([0, 0.6, 0.8], 0),
      'the anchor of a joint': (m) => m.jnt_pos.fill(0.01, 0, 1),
      'the zero of a joint': (m) => m.qpos0.fill(0.01, 0, 1),
      'the zero of a free body': (m) => m.qpos0.fill(0.01, 4, 5),
      'masses, damping, gravity and tolerance': (m) => {
        m.body_mass[1] *= 2
        m.dof_damping[0] = 1
        m.opt.gravity[2] = 5
        m.opt.sleep_tolerance = 0
      },
      'sizes and places of geoms': (m) => {
        m.geom_size[3] += 0.1
        m.geom_pos[3] += 0.1
      },
      'who may sleep': (m) => m.tree_sleep_policy.fill(3, 1, 2),
    }
    test.each(Object.entries(changes))('wake as in the reference: %s', (_, change) => {
      const m = loadModel(text)
      const d = new Data(m)
      const reference = new ReferenceModel(mj, text)
      const theirs = new ReferenceData(reference)
      const other = reference.raw as unknown as typeof m
      d.qpos[0] = theirs.raw.qpos[0] = 0.5
      const both = () => {
        step(m, d)
        mj.mj_step(reference.raw, theirs.raw)
        expect([...d.tree_asleep]).toEqual([...(theirs.raw.tree_asleep as Int32Array)])
        for (let i = 0; i < d.xpos.length; i++) expect(Math.abs(d.xpos[i] - theirs.raw.xpos[i])).toBeLessThan(1e-12)
      }
      for (let i = 0; i < 30; i++) both()
      expect(d.ntree_awake).toBe(0)
      for (const model of [m, other]) change(model)
      for (let i = 0; i < 20; i++) both()
      theirs.delete()
      reference.delete()
    })

    test('by masks: what becomes solid is touched in the same step', () => {
      const ghost = '<geom type="box" size=".1 .1 .1" pos="0 0 .2" contype="0" conaffinity="0" mass="0"/>'
      const solid = sceneText(
        `${box(0, ON_FLOOR, '', ghost)}<body pos="0 0 .45" sleep="never"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body>`,
      )
      const m = loadModel(solid)
      const reference = new ReferenceModel(mj, solid)
      // with boxes around the geoms of a body, which the reference makes once, it would not find what had no masks then
      for (const { opt } of [m, reference.raw]) opt.disableflags |= DisableBit.midphase
      const verdict = followSleep(m, reference, 200, (i) => {
        if (i === 60)
          for (const { geom_contype, geom_conaffinity } of [m, reference.raw as unknown as typeof m])
            geom_contype[2] = geom_conaffinity[2] = 1
        return undefined
      })
      expect(verdict.difference).toBeUndefined()
      expect(verdict.changes).toBe(2)
      reference.delete()
    })
  })

  test('sleep from the start where the reference lets them, and are refused where it does not', () => {
    const init = 'sleep="init"'
    for (const bodies of [
      box(0, 1, init),
      box(0, ON_FLOOR, init) + box(0, ON_BOX, init),
      box(0, ON_FLOOR, init) + box(0, ON_BOX),
      box(0, ON_FLOOR) + box(0, ON_BOX, init),
      box(0, 0.05, init) + box(0.1, 0.1, init) + box(2, 1),
    ]) {
      const text = sceneText(bodies)
      expect(ours(text) === 'refused').toBe(theirs(text) === 'refused')
      if (ours(text) === 'refused') continue
      follow(text, 200)
      const m = loadModel(text)
      const d = new Data(m)
      resetData(m, d)
      const reference = new ReferenceModel(mj, text)
      const start = new ReferenceData(reference)
      for (const key of ['ncon', 'nefc', 'nisland'] as const) expect(d[key], key).toBe(start.raw[key])
      for (const key of ['qacc', 'qacc_smooth', 'qfrc_smooth', 'qfrc_bias', 'xpos', 'M'] as const)
        for (let i = 0; i < d[key].length; i++) expect(d[key][i], key).toBeCloseTo(start.raw[key][i], 10)
      start.delete()
      reference.delete()
    }
  })

  test('wake from keyframes as in the reference', () => {
    const q = (x: number, z: number) => `${x} 0 ${z} 1 0 0 0`
    const text = sceneText(
      box(0, 1, 'sleep="init"') + box(3, 1, 'sleep="init"'),
      `<keyframe><key qpos="${q(0, 1)} ${q(3, 1)}"/><key qpos="${q(0, 1)} ${q(3, 1.5)}"/><key qvel="0 0 0 0 0 0 0 0 1 0 0 0"/></keyframe>`,
    )
    const m = loadModel(text)
    const d = new Data(m)
    const reference = new ReferenceModel(mj, text)
    const theirs = new ReferenceData(reference)
    for (let key = 0; key < 3; key++) {
      resetDataKeyframe(m, d, key)
      mj.mj_resetDataKeyframe(reference.raw, theirs.raw, key)
      for (let i = 0; i < 20; i++) {
        expect([...d.tree_asleep]).toEqual([...(theirs.raw.tree_asleep as Int32Array)])
        step(m, d)
        mj.mj_step(reference.raw, theirs.raw)
      }
    }
    theirs.delete()
    reference.delete()
  })

  test('whose option is switched on and off during the simulation sleep and wake as in the reference', () => {
    const text = sceneText(box(0, ON_FLOOR) + box(1, 0.3)).replace('enable', 'disable')
    const m = loadModel(text)
    const d = new Data(m)
    const reference = new ReferenceModel(mj, text)
    const theirs = new ReferenceData(reference)
    for (let i = 0; i < 400; i++) {
      if (i % 150 === 50) for (const { opt } of [m, reference.raw]) opt.enableflags ^= EnableBit.sleep
      step(m, d)
      mj.mj_step(reference.raw, theirs.raw)
      expect([...d.tree_asleep], `step ${i}`).toEqual([...(theirs.raw.tree_asleep as Int32Array)])
    }
    theirs.delete()
    reference.delete()
  })
})

describe('where we differ on purpose', () => {
  const both = (text: string, use: (m: Model, d: Data, reference: ReferenceModel, theirs: ReferenceData) => void) => {
    const m = loadModel(text)
    const d = new Data(m)
    const reference = new ReferenceModel(mj, text)
    const theirs = new ReferenceData(reference)
    for (let i = 0; i < 40; i++) {
      step(m, d)
      mj.mj_step(reference.raw, theirs.raw)
    }
    expect([d.ntree_awake, theirs.raw.ntree_awake]).toEqual([0, 0])
    use(m, d, reference, theirs)
    theirs.delete()
    reference.delete()
  }

  test('inverse dynamics of what sleeps is the same each time; in the reference it grows', () => {
    both(sceneText(box(0, ON_FLOOR)), (m, d, reference, theirs) => {
      const [mass, gravity] = [m.body_mass[1], 9.81]
      for (let call = 1; call <= 3; call++) {
        d.qacc[2] = theirs.raw.qacc[2] = 1
        inverse(m, d)
        mj.mj_inverse(reference.raw, theirs.raw)
        expect(d.qfrc_inverse[2]).toBeCloseTo(mass * (gravity + 1), 10)
        expect(theirs.raw.qfrc_inverse[2]).toBeCloseTo(mass * call, 10)
      }
    })
  })

  test('something fixed follows the model, and wakes what hangs on it; in the reference it stays', () => {
    both(sceneText(`<body pos="3 0 0">${hinge(0, 'a')}</body>`), (m, d, reference, theirs) => {
      m.body_pos[3] = reference.raw.body_pos[3] = 4
      step(m, d)
      mj.mj_step(reference.raw, theirs.raw)
      expect([d.xpos[3], d.xpos[6], d.ntree_awake]).toEqual([4, 4, 1])
      expect([theirs.raw.xpos[3], theirs.raw.xpos[6], theirs.raw.ntree_awake]).toEqual([3, 3, 0])
    })
  })
})
