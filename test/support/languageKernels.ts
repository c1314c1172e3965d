import { loadModel } from '../../src/index.ts'
import type { Kernel, KernelStage, Routine } from '../../src/kernel/language/kernelLanguage.ts'
import { PlainKernel } from '../../src/kernel/language/plainKernel.ts'
import { KernelLayout } from '../../src/kernel/record/kernelLayout.ts'
import type { Program } from '../../src/kernel/record/kernelProgram.ts'
import { type Routines, record } from '../../src/kernel/record/recorder.ts'
import { sinCos, sinCosOfSmall } from '../../src/kernel/stage/sineKernel.ts'

/** Inputs of the first environment. */
export const INPUTS = [3, -1.5, 0.25, 7, -0.125, 1e-9, 42, -2]
/** Length of the arrays `in` and `out`. */
export const LENGTH = 16

/** Small kernels that read `in` and write `out`, each about one construct of the language. */
export const languageKernels: Readonly<Record<string, KernelStage>> = {
  'arithmetic has the order in which it is written': (k) => {
    const { input, output } = io(k)
    output.set(0, input.at(0).plus(input.at(1)).minus(input.at(2)).times(input.at(3)).over(input.at(4)))
    output.set(1, input.at(1).abs().sqrt().plus(input.at(1).floor()).negated())
    output.set(2, input.at(3).times(0.5).nearest().minus(input.at(1).nearest()))
  },
  'a mask chooses between two numbers': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const x = input.at(i)
      output.set(
        i,
        k.choose(
          x
            .below(0)
            .or(x.equals(7))
            .and(x.atMost(1).not().or(x.below(-1))),
          x.times(2),
          5,
        ),
      )
    })
  },
  'a sum runs over a loop': (k) => {
    const { input, output } = io(k)
    const sum = k.cell(0.5)
    k.loop(0, 8, (i) => sum.add(input.at(i)))
    output.set(3, sum.value)
  },
  'a cell keeps what a branch has set, and else what it had': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const cell = k.cell(input.at(i))
      const other = k.cell(1)
      const negative = input.at(i).below(0)
      k.when(
        k.any(negative),
        () => {
          cell.set(k.choose(negative, 10, cell.value))
          cell.add(k.choose(negative, input.at(i), 0))
        },
        () => other.set(other.value.plus(2)),
      )
      output.set(i, cell.value)
      output.set(k.sum(8, i), k.choose(negative, 0, k.choose(input.at(i).below(100), other.value.times(0), 1)))
    })
  },
  'nested loops change cells of the blocks around them': (k) => {
    const { input, output } = io(k)
    const total = k.cell(0)
    k.repeat(0, 3, (i) => {
      const inner = k.cell(input.at(i))
      k.repeat(0, 4, (j) => {
        inner.set(inner.value.times(1.5).plus(input.at(j)))
        k.when(k.same(i, 1), () => total.add(inner.value))
      })
      output.set(i, inner.value)
    })
    output.set(8, total.value)
  },
  'a number that has been stored is seen by later loads': (k) => {
    const { input, output } = io(k)
    output.set(0, input.at(0))
    k.repeat(0, 4, (i) => output.set(i, output.at(i).plus(input.at(i))))
    output.set(5, output.at(0).plus(output.at(3)))
    k.when(k.any(input.at(0).below(100)), () => output.set(0, 9))
    output.set(6, output.at(0))
  },
  'loops go down to their last index, and structure is looked up': (k) => {
    const { input, output } = io(k)
    const table = k.table('table', [2, 0, 3, 1])
    k.down(3, 0, (i) => output.set(table.at(i), input.at(i).plus(output.at(table.at(i)))))
  },
  'numbers of the model come from tables': (k) => {
    const { input, output } = io(k)
    k.loop(0, 2, (i) => output.set(i, input.at(i).times(k.numbers('body_mass').at(i))))
  },
  'the smaller and the larger of two numbers': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      output.set(i, input.at(i).min(0.5).max(input.at(0).times(-0.5)))
      output.set(k.sum(8, i), input.at(i).max(input.at(1)).min(input.at(3)))
    })
  },
  'a counter keeps what branches and loops have set': (k) => {
    const { input, output } = io(k)
    const at = k.counter(0)
    k.repeat(0, 8, (i) => {
      k.when(
        k.same(k.less(i, 3), 1),
        () => at.set(k.sum(at.value, 2)),
        () => k.when(k.less(6, i), () => at.set(1)),
      )
      output.set(at.value, output.at(at.value).plus(input.at(i)))
    })
    output.set(k.sum(at.value, 8), 1)
  },
  'a loop goes on while a condition holds': (k) => {
    const { input, output } = io(k)
    const round = k.counter(0)
    const power = k.cell(1)
    k.while(
      () => k.less(round.value, 6),
      () => {
        power.set(power.value.times(1.25).plus(input.at(round.value)))
        output.set(round.value, power.value)
        round.set(k.sum(round.value, 1))
      },
    )
    k.while(
      () => 0,
      () => output.set(8, 1),
    )
    output.set(9, power.value)
  },
  'a multiple of a range is added to another range': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => output.set(i, input.at(i)))
    for (const [count, to] of [
      [5, 8],
      [2, 9],
      [1, 12],
      [0, 0],
    ])
      k.addScaled(output, to, input.at(1), input, 2, count)
    // an unknown number of them, from an unknown place
    k.repeat(1, 3, (i) => k.addScaled(output, k.product(i, 3), input.at(i), input, k.sum(i, 1), i))
    output.set(15, output.at(8).plus(output.at(4)))
  },
  'products of two ranges are summed in pairs': (k) => {
    const { input, output } = io(k)
    for (let count = 0; count < 8; count++) output.set(count, k.dotRange(input, 0, input, 8 - count, count))
    k.repeat(0, 8, (i) => output.set(k.sum(8, i), k.dotRange(input, i, input, 1, k.sum(7, k.product(i, -1)))))
  },
  'a whole number becomes a number, the same in all lanes': (k) => {
    const { input, output } = io(k)
    k.repeat(0, 8, (i) => output.set(i, k.real(k.product(i, 3)).plus(input.at(i))))
  },
  'sine and cosine of angles': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const { sin, cos } = sinCos(k, input.at(i))
      output.set(i, sin)
      output.set(k.sum(8, i), cos)
    })
  },
  'sine and cosine of small angles': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const angle = input.at(i).times(0.01)
      const { sin, cos } = sinCos(k, angle)
      const small = sinCosOfSmall(k, angle)
      const isSame = small.sin.equals(sin).and(small.cos.equals(cos)).and(small.isSmall)
      output.set(i, k.choose(isSame, 1, 0))
      output.set(k.sum(8, i), small.sin)
    })
  },
}

/** The same for constructs of kernels that have one lane. */
export const kernelsOfOneLane: Readonly<Record<string, KernelStage>> = {
  'whole numbers are stored, and seen by later loads': (k) => {
    const { input, output } = io(k)
    const whole = k.integerWorkspace('whole', 8)
    whole.set(0, 5)
    whole.set(1, k.sum(whole.at(0), -7))
    k.repeat(2, 8, (i) => whole.set(i, k.product(whole.at(k.sum(i, -1)), whole.at(k.sum(i, -2)))))
    k.loop(0, 8, (i) => output.set(i, k.real(whole.at(i)).times(input.at(i))))
    k.when(k.same(whole.at(1), -2), () => whole.set(0, 3))
    output.set(k.sum(whole.at(0), 5), 1)
  },
  'fields of whole numbers are read and written': (k) => {
    const { output } = io(k)
    const field = k.integers('tree_awake')
    field.set(0, 11)
    k.repeat(0, 1, (i) => field.set(i, k.sum(field.at(i), 1)))
    output.set(0, k.real(field.at(0)))
  },
  'numbers become whole toward zero, and whole numbers become numbers': (k) => {
    const { input, output } = io(k)
    k.loop(0, 8, (i) => {
      const whole = k.whole(input.at(i))
      output.set(i, k.real(whole).over(4))
      output.set(k.sum(8, i), k.real(k.sum(k.less(whole, 0), k.product(10, k.same(whole, 3)))))
    })
  },
  'a routine works on the same memory, wherever it is called': (k) => {
    const { input, output } = io(k)
    const next = k.integerWorkspace('next', 1)
    const inner: Routine = {
      name: 'inner',
      stage: (r) => io(r).output.set(8, io(r).output.at(8).plus(1)),
    }
    const append: Routine = {
      name: 'append',
      unroll: true,
      stage: (r) => {
        const place = r.integerWorkspace('next', 1)
        r.loop(0, 2, (i) => io(r).output.set(r.sum(place.at(0), i), io(r).input.at(place.at(0)).times(1.5)))
        place.set(0, r.sum(place.at(0), 1))
        r.call(inner)
      },
    }
    output.set(0, input.at(0))
    next.set(0, 0)
    k.call(append)
    // both have changed
    output.set(9, output.at(0).plus(k.real(next.at(0))))
    k.repeat(0, 3, () => k.call(append))
    output.set(10, output.at(8))
  },
  'a kernel knows that it has given up, or a routine of it': (k) => {
    const { input, output } = io(k)
    const giveUp = (name: string, bound: number): Routine => ({
      name,
      stage: (r) => r.giveUp(io(r).input.at(0).below(bound)),
    })
    const note = (i: number): void => output.set(i, k.real(k.gaveUp()))
    note(0)
    k.giveUp(input.at(0).below(1))
    note(1)
    k.call(giveUp('stays', 2))
    note(2)
    k.call(giveUp('givesUp', 4))
    note(3)
    k.giveUp(input.at(0).below(1))
    note(4)
    k.when(k.gaveUp(), () => output.set(5, 7))
  },
}

const model = loadModel(`<mujoco><worldbody><body><joint/><geom size=".1" mass="1.75"/></body></worldbody></mujoco>`)

/** The arrays of a kernel. */
export function io(k: Kernel) {
  return { input: k.workspace('in', LENGTH), output: k.workspace('out', LENGTH) }
}

/** The inputs of another lane. */
export function shifted(lane: number): number[] {
  return INPUTS.map((x) => x * (1 - 0.25 * lane) - 0.0625 * lane)
}

/** What a kernel writes, run at once on plain numbers. */
export function runPlain(kernel: KernelStage, inputs: readonly number[] = INPUTS): number[] {
  const arrays: Record<string, Float64Array> = { in: new Float64Array(LENGTH), out: new Float64Array(LENGTH) }
  arrays['in'].set(inputs)
  const integers: Record<string, Int32Array> = {}
  const integersOf = (name: string, length: number): Int32Array => {
    integers[name] ??= new Int32Array(length)
    return integers[name]
  }
  const memory = {
    field: (name: string) => arrays[name],
    workspace: (name: string) => arrays[name],
    integers: (name: string) => integersOf(name, LENGTH),
    integerWorkspace: integersOf,
    numbers: () => model.body_mass,
  }
  kernel(new PlainKernel(memory))
  return [...arrays['out']]
}

/** Programs of a kernel and of the routines that it calls, which come first. */
export function recorded(kernel: KernelStage, unroll: boolean) {
  const layout = new KernelLayout(model)
  const input = layout.workspace('in', LENGTH)
  const output = layout.workspace('out', LENGTH)
  const programs: Program[] = []
  const routines: Routines = {
    has: (name, ofOneLane) => programs.some((program) => program.name === name && program.ofOneLane === ofOneLane),
    add: (program) => programs.push(program),
  }
  routines.add(record('run', kernel, layout, { unroll }, routines))
  return { layout, input, output, programs }
}
