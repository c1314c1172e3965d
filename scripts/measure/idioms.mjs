/**
 * Measures the idioms of docs/performance-idioms.md. Prints a line each: the fastest of many alternating runs, in ns
 * per operation, and the growth of the heap in bytes.
 *
 *     node --expose-gc --min-semi-space-size=256 --max-semi-space-size=256 scripts/measure/idioms.mjs
 *
 * With `--no-turbo-inlining` V8 inlines no call, as it does in a hot function that is already large.
 */
import { imported, Kind } from './idiomsImported.mjs'

const COUNT = 1e7
const ROUNDS = 10
const ROW = 600

const BOX = Kind.box
const alias = imported
const own = new Float64Array(64)
const types = Int32Array.from({ length: 1024 }, (_, i) => i % 7)
const register = new Float64Array(2)
const rows = new Float64Array(4 * ROW)
const vector = new Float64Array(ROW)
const sums = new Float64Array(4)

function returned(x, y) {
  return x * y + 0.5
}
function registered() {
  register[0] = register[0] * register[1] + 0.5
}

const cases = {
  'number returned': (n) => {
    let x = 0.1
    for (let i = 0; i < n; i++) x = returned(x, 0.999)
    return x
  },
  'number in a register': (n) => {
    register[0] = 0.1
    register[1] = 0.999
    for (let i = 0; i < n; i++) registered()
    return register[0]
  },
  'imported array': (n) => {
    for (let i = 0; i < n; i++) {
      const k = i & 60
      imported[k] = imported[k + 1] * 0.5 + imported[k + 2] + imported[k + 3] * 0.25
    }
  },
  'alias of it': (n) => {
    for (let i = 0; i < n; i++) {
      const k = i & 60
      alias[k] = alias[k + 1] * 0.5 + alias[k + 2] + alias[k + 3] * 0.25
    }
  },
  'array of the module': (n) => {
    for (let i = 0; i < n; i++) {
      const k = i & 60
      own[k] = own[k + 1] * 0.5 + own[k + 2] + own[k + 3] * 0.25
    }
  },
  'imported enum': (n) => {
    let count = 0
    for (let i = 0; i < n; i++) if (types[i & 1023] === Kind.box) count++
    return count
  },
  'constant of the module': (n) => {
    let count = 0
    for (let i = 0; i < n; i++) if (types[i & 1023] === BOX) count++
    return count
  },
  'products, one row at a time': (n) => {
    for (let r = 0; r < n; r += 4 * ROW)
      for (let k = 0; k < 4; k++) {
        let sum = 0
        for (let j = 0; j < ROW; j++) sum += rows[k * ROW + j] * vector[j]
        sums[k] = sum
      }
  },
  'products, four rows at a time': (n) => {
    for (let r = 0; r < n; r += 4 * ROW) {
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      for (let j = 0; j < ROW; j++) {
        const x = vector[j]
        a += rows[j] * x
        b += rows[ROW + j] * x
        c += rows[2 * ROW + j] * x
        d += rows[3 * ROW + j] * x
      }
      sums[0] = a
      sums[1] = b
      sums[2] = c
      sums[3] = d
    }
  },
}

/** Fastest time of each case. */
function measure() {
  const best = new Map()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(cases)) {
      const start = performance.now()
      run(COUNT)
      best.set(name, Math.min(best.get(name) ?? Infinity, performance.now() - start))
    }
  return best
}

/** Bytes per operation. */
function growth(run) {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  run(1e6)
  return (process.memoryUsage().heapUsed - before) / 1e6
}

const before = measure()
const grown = new Map(Object.entries(cases).map(([name, run]) => [name, growth(run)]))
const buffer = new ArrayBuffer(8)
structuredClone(buffer, { transfer: [buffer] })
const after = measure()

const perOperation = (time) => ((1e6 * time) / COUNT).toFixed(2)
for (const [name, time] of before)
  console.log(
    `${name.padEnd(30)} ${perOperation(time)} ns, ${grown.get(name).toFixed(0)} bytes; ` +
      `${perOperation(after.get(name))} ns after a buffer was detached`,
  )
