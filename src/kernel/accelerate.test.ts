import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectSameSteps, pair } from '../../test/support/kernelPairs.ts'
import { reserveContacts } from '../core/data/contactArrays.ts'
import { StageKernels } from '../core/data/stageKernels.ts'
import {
  Data,
  DisableBit,
  EnableBit,
  forward,
  Integrator,
  loadModel,
  type Model,
  resetData,
  restore,
  Solver,
  setConst,
  snapshot,
  step,
} from '../index.ts'
import { accelerateAsync } from '../kernelNode.ts'
import { accelerate } from './accelerate.ts'
import { kernelSource } from './kernelSource.ts'
import { KERNEL_TABLE } from './kernelTable.ts'

const folder = new URL('../../models/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.xml'))
const load = (name: string): Model => loadModel(readFileSync(new URL(name, folder), 'utf8'))

const chain = `
<mujoco>
  <option integrator="Euler"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" pos="0 0 -2"/>
    <body name="hand" mocap="true" pos="1 0 0" quat="1 .1 0 0"><geom size=".05" contype="0" conaffinity="0"/></body>
    <body name="base" pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".2 .1 .05" pos=".01 0 0"/>
      <body name="ball" pos=".2 0 0">
        <joint type="ball" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body name="tip" pos=".3 0 0">
          <joint name="turn" axis="0 1 .2" pos=".01 0 .02" damping=".2" armature=".01"/>
          <joint name="slide" type="slide" axis="1 0 0" stiffness="20"/>
          <geom size=".04"/>
          <site name="end" pos=".05 0 0"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>`

describe('with kernels of the same bits a step has the results of TypeScript', () => {
  test.each(names)('for %s', (name) => {
    const m = load(name)
    const { plain, fast, accelerated } = pair(m)
    expect(accelerated.reason).toBeUndefined()
    expect(accelerated.stages.filter(({ reason }) => /differs|gave up/.test(reason ?? ''))).toEqual([])
    expectSameSteps(m, plain, fast, 200)
  })

  test.each([true, false])('for all kinds of joints and mocap bodies, loops written out: %s', (unroll) => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m, { unroll })
    const compiled = accelerated.stages.filter(({ reason }) => reason === undefined)
    expect(compiled.length).toBeGreaterThan(8)
    expect(compiled.every((stage) => stage.unrolled === unroll && stage.bytes > 0)).toBe(true)
    for (const d of [plain, fast]) d.mocap_pos[2] = 0.3
    expectSameSteps(m, plain, fast, 300)
  })

  test.each(Object.entries(Integrator))('with the integrator %s', (_name, integrator) => {
    const m = loadModel(chain)
    m.opt.integrator = integrator
    const { plain, fast } = pair(m)
    expectSameSteps(m, plain, fast, 50)
  })

  test('where angles are too large for the kernel of sines', () => {
    const m = loadModel(chain)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) d.qpos[m.jnt_qposadr[2]] = 1e8
    expectSameSteps(m, plain, fast, 20)
  })

  test('where a quaternion is zero', () => {
    const m = loadModel(chain)
    const { plain, fast } = pair(m)
    for (const d of [plain, fast]) d.qpos.fill(0, 3, 7)
    expectSameSteps(m, plain, fast, 20)
  })

  test('while trees sleep and wake', () => {
    const m = load('boxes.xml')
    m.opt.enableflags |= EnableBit.sleep
    const { plain, fast } = pair(m)
    expectSameSteps(m, plain, fast, 1000)
    expect(fast.ntree_awake).toBe(plain.ntree_awake)
  })
})

describe('changes of the model', () => {
  test('of gravity and of the time step are seen at once, and gravity can be disabled', () => {
    const m = loadModel(chain)
    const { plain, fast } = pair(m)
    m.opt.gravity.set([1, 2, -3])
    m.opt.timestep = 0.005
    expectSameSteps(m, plain, fast, 5)
    m.opt.disableflags |= DisableBit.gravity
    expectSameSteps(m, plain, fast, 5)
  })

  test('of other numbers are seen at once after a refresh', () => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m)
    m.body_mass[3] *= 2
    m.jnt_axis[3 * 2 + 1] = 0.8
    accelerated.refresh()
    expect(accelerated.active).toBe(true)
    expectSameSteps(m, plain, fast, 50)
  })

  test('of other numbers are seen after some steps without one', () => {
    const m = loadModel(chain)
    const { plain, fast } = pair(m)
    expectSameSteps(m, plain, fast, 1)
    m.body_mass[3] *= 2
    for (let i = 0; i < 60; i++) step(m, fast)
    for (const d of [plain, fast]) resetData(m, d)
    expectSameSteps(m, plain, fast, 50)
  })

  test('of a zero that is part of the code turn kernels off, and say so', () => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m)
    expect(m.jnt_pos[3 * 2 + 1]).toBe(0)
    m.jnt_pos[3 * 2 + 1] = 0.1
    accelerated.refresh()
    expect(accelerated.active).toBe(false)
    expect(accelerated.reason).toBe('jnt_pos[7] has changed, and its value was part of the code')
    expectSameSteps(m, plain, fast, 50)
  })

  test('of zeros, frames, and springs that are told beforehand leave kernels on', () => {
    const m = loadModel(chain)
    const vary = ['jnt_pos', 'body_ipos', 'body_iquat', 'body_sameframe', 'geom_sameframe', 'jnt_stiffness[2]']
    const { plain, fast, accelerated } = pair(m, { vary })
    const refresh = accelerated.refresher(vary.map((name) => name.replace(/\[.*/, '')))
    expectSameSteps(m, plain, fast, 5)
    m.jnt_pos[3 * 2 + 1] = 0.1
    m.jnt_stiffness[2] = 3
    m.body_ipos[3 * 4] = 0.02
    setConst(m, new Data(m))
    expect(m.geom_sameframe[4]).not.toBe(2)
    refresh()
    expect(accelerated.reason).toBeUndefined()
    expectSameSteps(m, plain, fast, 20)
    m.body_ipos[3 * 4] = 0
    setConst(m, new Data(m))
    refresh()
    expectSameSteps(m, plain, fast, 20)
    expect(accelerated.active).toBe(true)
  })

  test('of the springs of balls that are told beforehand take effect', () => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m, { vary: ['jnt_stiffness'] })
    expectSameSteps(m, plain, fast, 5)
    m.jnt_stiffness[1] = 30
    accelerated.refresh()
    expect(accelerated.active).toBe(true)
    expectSameSteps(m, plain, fast, 20)
    expect(plain.qfrc_spring[6]).not.toBe(0)
  })

  test('of which frame is that of its body turn kernels off, and say so', () => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m)
    m.geom_pos[3 * 4 + 2] = 0.1
    setConst(m, new Data(m))
    accelerated.refresh()
    expect(accelerated.reason).toBe('geom_sameframe[4] has changed, and its value was part of the code')
    expectSameSteps(m, plain, fast, 20)
  })

  test('are seen by states that are made later', () => {
    const m = loadModel(chain)
    const { plain, accelerated } = pair(m)
    m.body_mass[3] *= 2
    accelerated.refresh()
    const others = Array.from({ length: 20 }, () => new Data(m))
    expectSameSteps(m, plain, others[19], 20)
  })
})

describe('code that was made for an equal model', () => {
  const send = (m: Model) => structuredClone(accelerate(m, { sameBits: true }).code)

  test('runs as it does there, without being recorded again', () => {
    const code = send(loadModel(chain))
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m, { code })
    expect(accelerated.stages).toEqual(code.stages)
    expectSameSteps(m, plain, fast, 50)
  })

  test('is refused by a model of other sizes, and not used by one with other zeros', () => {
    const code = send(loadModel(chain))
    expect(() => accelerate(load('humanoid.xml'), { code })).toThrow('these kernels were made for another model')
    const m = loadModel(chain)
    m.jnt_pos[3 * 2 + 1] = 0.1
    expect(accelerate(m, { code }).reason).toBe('jnt_pos[7] has changed, and its value was part of the code')
  })
})

describe('states', () => {
  test('whose contacts have outgrown their room can be put back', () => {
    const m = load('boxes.xml')
    const { plain, fast } = pair(m)
    reserveContacts(fast, 1000)
    expect(StageKernels.isPlaced(fast)).toBe(false)
    expectSameSteps(m, plain, fast, 300)
    expect(fast.ncon).toBeGreaterThan(0)
    fast.kernels.putBack(fast)
    expect(StageKernels.isPlaced(fast)).toBe(true)
    expectSameSteps(m, plain, fast, 50)
  })

  test('are in memory that threads can see, if asked, with the same results', () => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m, { shared: true })
    expect(accelerated).toMatchObject({ active: true, shared: true })
    for (const { buffer } of [fast.arena, fast.contactArena, fast.efcArena, fast.qpos])
      expect(buffer).toBeInstanceOf(SharedArrayBuffer)
    expectSameSteps(m, plain, fast, 100)
  })

  test('are in memory of this thread where none can be shared, also if asked', () => {
    vi.stubGlobal('SharedArrayBuffer', undefined)
    try {
      expect(accelerate(loadModel(chain), { shared: true })).toMatchObject({ active: true, shared: false })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('are independent of each other, however many there are', () => {
    const m = loadModel(chain)
    const { plain, fast } = pair(m)
    const others = Array.from({ length: 30 }, () => new Data(m))
    others.forEach((d, i) => {
      d.qvel[0] = i
      step(m, d)
    })
    expect(new Set(others.map((d) => d.memory.fixed)).size).toBe(30)
    expectSameSteps(m, plain, fast, 20)
  })

  test('see changes of the model that were noticed before they were made, or while others were stepped', () => {
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m)
    const other = new Data(m)
    m.body_mass[1] *= 2
    accelerated.refresh()
    for (let i = 0; i < 5; i++) step(m, other)
    expectSameSteps(m, plain, fast, 10)
    expectSameSteps(m, resetPlain(m, plain), new Data(m), 10)
  })

  test('lend arrays that keep their numbers when nothing else of the state is kept', async () => {
    const m = loadModel(chain)
    accelerate(m)
    const kept = Array.from({ length: 8 }, (_, i) => {
      const d = new Data(m)
      d.qpos[0] = i + 1
      return d.qpos.subarray(0, 1)
    })
    for (let i = 0; i < 4; i++) {
      globalThis.gc?.()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const others = kept.map(() => new Data(m))
    expect(others.every(({ qpos }) => qpos[0] === 0)).toBe(true)
    expect(kept.map(([x]) => x)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('leave no memory behind, also while a loop makes one after the other', () => {
    const m = loadModel(chain)
    accelerate(m)
    const bytes = new Data(m).arena.buffer!.byteLength
    const resident = (): number => process.memoryUsage().rss
    const use = (states: number): void => {
      for (let i = 0; i < states; i++) new Data(m).contact_dist.fill(1)
    }
    use(100)
    const before = resident()
    use(1000)
    expect(resident() - before).toBeLessThan(250 * bytes)
  })

  test('run in TypeScript where no memory is left, and a notice says so', () => {
    const { Module, Instance, Memory } = WebAssembly
    const host = { Module, Instance, Memory }
    vi.stubGlobal('WebAssembly', host)
    try {
      const m = loadModel(chain)
      const { plain, accelerated } = pair(m)
      host.Memory = FullMemory
      const d = new Data(m)
      expect(d.arena.buffer).toBeInstanceOf(ArrayBuffer)
      expect(d.kernels.kernels).toEqual({})
      expectSameSteps(m, plain, d, 10)
      expect(accelerated.active).toBe(true)
      expect(accelerated.notice).toBe('there was no memory left for the kernels of a state: it runs in TypeScript')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('can be saved and restored between those with kernels and those without', () => {
    const m = loadModel(chain)
    const { plain, fast } = pair(m)
    for (let i = 0; i < 50; i++) step(m, fast)
    restore(plain, snapshot(fast))
    expectSameSteps(m, plain, fast, 50)
  })

  test('of another model with the same sizes do not use its kernels', () => {
    const m = loadModel(chain)
    accelerate(m)
    const d = new Data(m)
    const heavier = loadModel(chain.replace('size=".04"', 'size=".08"'))
    const plain = new Data(heavier)
    for (let i = 0; i < 20; i++) {
      step(heavier, plain)
      step(heavier, d)
    }
    expect([...d.qpos]).toEqual([...plain.qpos])
  })

  test('made after stop run in TypeScript', () => {
    const m = loadModel(chain)
    const { fast, plain, accelerated } = pair(m)
    accelerated.stop()
    expect(accelerated.active).toBe(false)
    expect(m.acceleration).toBeUndefined()
    expectSameSteps(m, plain, fast, 5)
    expectSameSteps(m, resetPlain(m, plain), new Data(m), 5)
  })
})

describe('accelerate', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('reports the bytes of each stage', () => {
    const { stages, bytes } = accelerate(loadModel(chain))
    expect(stages.map(({ stage }) => stage)).toEqual(KERNEL_TABLE.map(({ name }) => name))
    const sum = stages.reduce((total, stage) => total + stage.bytes, 0)
    expect(sum).toBeLessThan(bytes)
    // with their routines, they are nearly all of the module
    expect(sum).toBeGreaterThan(0.9 * bytes)
  })

  test('also compiles in the background', async () => {
    const m = loadModel(chain)
    const plain = new Data(m)
    expect((await accelerateAsync(m)).active).toBe(true)
    expectSameSteps(m, plain, new Data(m), 20)
  })

  test('does nothing and says so where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined)
    const m = loadModel(chain)
    const { plain, fast, accelerated } = pair(m)
    expect(accelerated.active).toBe(false)
    expect(accelerated.reason).toBe('there is no WebAssembly here')
    expectSameSteps(m, plain, fast, 5)
  })

  test('does nothing and says so where compiling is forbidden', async () => {
    class Forbidden {
      constructor() {
        throw new Error('blocked by a policy')
      }
    }
    vi.stubGlobal('WebAssembly', { Module: Forbidden, compile: async () => new Forbidden() })
    const m = loadModel(chain)
    const reason = 'WebAssembly could not be compiled: blocked by a policy'
    expect(accelerate(m).reason).toBe(reason)
    expect((await accelerateAsync(m)).reason).toBe(reason)
    expect(new Data(m).kernels.kernels).toEqual({})
  })

  test.each<[object, string]>([
    [{ unrol: true }, "the option 'unrol' of accelerate is unknown; did you mean 'unroll'?"],
    [{ sameBits: 'no' }, `the option 'sameBits' is the string "no"; expected true or false`],
    [{ vary: 'body_mass' }, `the option 'vary' is the string "body_mass"; expected a list of fields, such as`],
    [{ vary: [3] }, "a name in the option 'vary' is the number 3; expected a field of the model, such as 'body_mass'"],
    [
      { vary: ['body_mas'] },
      "the option 'vary' names 'body_mas', which is no field of the model; did you mean 'body_mass'?",
    ],
    [{ vary: ['body_mass[1'] }, "the option 'vary' names 'body_mass[1', which is no field of the model"],
    [{ vary: ['body_mass[99]'] }, 'number of body_mass 99 does not exist; the model has 5'],
    [{ code: {} }, "the option 'code' is an object; expected what accelerate or readKernelCode has made"],
  ])('refuses %j', (options, message) => {
    expect(() => accelerate(loadModel(chain), options)).toThrow(message)
  })

  test('refuses to refresh what is no field of the model', () => {
    const accelerated = accelerate(loadModel(chain))
    expect(() => accelerated.refresher(['body_mas'])).toThrow("did you mean 'body_mass'?")
    expect(() => accelerated.refresher('body_mass' as never)).toThrow('expected a list of fields')
  })

  test('keeps the reasons of stages when all kernels are taken out of use', () => {
    const accelerated = accelerate(loadModel(chain))
    const reasons = new Map(accelerated.stages.map(({ stage, reason }) => [stage, reason]))
    accelerated.stop()
    for (const { stage, reason } of accelerated.stages) expect(reason).toBe(reasons.get(stage) ?? 'it was stopped')
  })

  test('compares the solver also where rows have no kernel under the options of the model', () => {
    const m = loadModel(`<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .09"><freejoint/>
      <geom size=".1"/></body></worldbody></mujoco>`)
    m.opt.enableflags |= EnableBit.diagexact
    expect(accelerate(m).stages.find(({ stage }) => stage === 'solve')?.reason).toBeUndefined()
  })

  test('is not undone by an earlier call that compiles in the background', async () => {
    const m = loadModel(chain)
    const earlier = accelerateAsync(m)
    const later = accelerate(m, { sameBits: true })
    expect((await earlier).reason).toBe('kernels were made again before these were ready')
    expect(later.active).toBe(true)
    expect(m.acceleration).toBe(later)
  })

  test('does nothing and says so where there is no memory', () => {
    vi.stubGlobal('WebAssembly', { Module: WebAssembly.Module, Memory: FullMemory })
    const m = loadModel(chain)
    expect(accelerate(m).reason).toBe('there is no memory for a state')
    expect(new Data(m).kernels.kernels).toEqual({})
  })

  test('does not take errors of its own for a policy', () => {
    class Broken {
      constructor() {
        throw new TypeError('an import is missing')
      }
    }
    const { Module, Memory } = WebAssembly
    vi.stubGlobal('WebAssembly', { Module, Memory, Instance: Broken })
    expect(() => accelerate(loadModel(chain))).toThrow('an import is missing')
  })

  test('says once that contacts of a state have outgrown the memory of kernels', () => {
    const m = loadModel(readFileSync(new URL('../../models/humanoid.xml', import.meta.url), 'utf8'))
    const { plain, fast, accelerated } = pair(m)
    for (const d of [plain, fast]) for (let i = 0; i < 100; i++) step(m, d)
    expect(accelerated.notice).toBeUndefined()
    reserveContacts(fast, 2 * fast.contactCapacity)
    expectSameSteps(m, plain, fast, 3)
    expect(accelerated.notice).toMatch(/^a state has had more than the \d+ contacts, .* run in TypeScript there$/)
    expect(accelerated.active).toBe(true)
  })

  test('has kernels for a model whose solver gives up on states', () => {
    const m = loadModel(chain.replace('pos="0 0 -2"', 'pos="0 0 .99"'))
    m.opt.solver = Solver.CGStrict
    m.opt.iterations = 1
    expect(() => step(m, new Data(m))).toThrow('did not converge')
    expect(accelerate(m).active).toBe(true)
  })

  test('gives a model that is accelerated again the same kernels', () => {
    const m = loadModel(chain)
    const { stages } = accelerate(m)
    expect(accelerate(m).stages).toEqual(stages)
  })

  test('refuses what is not a model', () => {
    expect(() => accelerate({} as Model)).toThrow(TypeError)
  })

  test('prints kernels as JavaScript with the names of fields', () => {
    const text = kernelSource(loadModel(chain))
    expect(text).toContain('function kinematics(state) {')
    expect(text).toContain('// xpos[3]')
    expect(() => new Function(text)).not.toThrow()
  })

  test('a model without joints, and one without bodies, has kernels too', () => {
    for (const xml of ['<mujoco><worldbody><body><geom size=".1"/></body></worldbody></mujoco>', '<mujoco/>']) {
      const m = loadModel(xml)
      const { plain, fast } = pair(m)
      expectSameSteps(m, plain, fast, 3)
      forward(m, fast)
    }
  })
})

function resetPlain(m: Model, d: Data): Data {
  resetData(m, d)
  return d
}

/** Memory of which none is left. */
class FullMemory extends WebAssembly.Memory {
  constructor() {
    super({ initial: 0, maximum: 0 })
    throw new RangeError('could not allocate memory')
  }
}
