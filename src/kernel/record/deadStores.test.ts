import { expect, test } from 'vitest'
import { loadModel } from '../../index.ts'
import { emitJavaScript } from '../emit/emitJavaScript.ts'
import type { KernelStage } from '../language/kernelLanguage.ts'
import { dropDeadStores } from './deadStores.ts'
import { KernelLayout } from './kernelLayout.ts'
import { record } from './recorder.ts'

/** Records kernels, and drops stores to all workspace but `kept`. */
function drop(stages: Readonly<Record<string, KernelStage>>) {
  const layout = new KernelLayout(loadModel('<mujoco/>'))
  const none = { has: () => true, add: () => {} }
  const programs = Object.entries(stages).map(([name, stage]) => record(name, stage, layout, { unroll: true }, none))
  const { programs: changed, unstored } = dropDeadStores(programs, ({ name }) => name === 'kept')
  return {
    /** A program as JavaScript; undefined: nothing of it was dropped. */
    text: (name: string) => changed.has(name) && emitJavaScript(changed.get(name)!, 0),
    unstored: unstored.map(({ array, entries }) => [array.name, entries]),
  }
}

test('a store is dropped, with what is computed for it, if no program reads the number', () => {
  const { text, unstored } = drop({
    first: (k) => {
      const x = k.workspace('kept', 4)
      const lost = k.workspace('lost', 4)
      lost.set(1, x.at(0).sqrt())
      x.set(1, x.at(0).times(3))
    },
  })
  expect(text('first')).not.toContain('sqrt')
  expect(text('first')).toContain('* 3')
  expect(unstored).toEqual([['lost', [1]]])
})

test('a number that another program reads stays, and others of the same array are dropped', () => {
  const { text, unstored } = drop({
    first: (k) => {
      for (const i of [0, 1])
        k.workspace('passed', 2).set(
          i,
          k
            .workspace('kept', 2)
            .at(i)
            .plus(5 + i),
        )
    },
    second: (k) => k.workspace('kept', 2).set(0, k.workspace('passed', 2).at(1)),
  })
  expect(text('first')).toContain('+ 6')
  expect(text('first')).not.toContain('+ 5')
  expect(text('second')).toBe(false)
  expect(unstored).toEqual([['passed', [0]]])
})

test('a number that only a dropped store needs is dropped, too', () => {
  const { unstored } = drop({
    first: (k) => k.workspace('passed', 1).set(0, k.workspace('kept', 1).at(0)),
    second: (k) => k.workspace('lost', 1).set(0, k.workspace('passed', 1).at(0)),
  })
  expect(unstored).toEqual([
    ['passed', [0]],
    ['lost', [0]],
  ])
})

test('sums of loops and what decides on branches stay where a store that is read needs them', () => {
  const { text, unstored } = drop({
    first: (k) => {
      const kept = k.workspace('kept', 9)
      const sum = k.cell(0)
      const lost = k.cell(0)
      k.repeat(0, 8, (i) => {
        k.when(k.any(kept.at(i).below(7)), () => sum.add(kept.at(i)))
        lost.add(kept.at(i).sqrt())
      })
      kept.set(8, sum.value)
      k.repeat(0, 8, (i) => k.workspace('lost', 8).set(i, lost.value))
    },
  })
  expect(text('first')).toContain('< 7')
  expect(text('first')).not.toContain('sqrt')
  expect(unstored).toEqual([['lost', undefined]])
})

test('a kernel gives up for the same reasons', () => {
  const { text } = drop({
    first: (k) => {
      k.giveUp(k.workspace('kept', 1).at(0).below(9))
      k.workspace('lost', 1).set(0, 1)
    },
  })
  expect(text('first')).toContain('< 9')
})
