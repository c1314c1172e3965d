import { beforeAll, describe, expect, test } from 'vitest'
import { contactReport, type ReferenceModule } from '../../../tools/compare/index.ts'
import { makeRobot } from '../../../tools/robots/robot.ts'
import { KNOWN_BREAK, KNOWN_ROBOTS } from '../known/knownRobots.ts'
import { quietReference } from '../support/quietReference.ts'
import { AREAS, type Area, type Examination, examine, type Finding } from './examine.ts'

/**
 * Generated robots in both engines: what strangers bring. The robot of a seed, and what is found about it:
 * `npx tsx scripts/robot.ts <seed>`.
 */
const COUNT = process.env['KINETREE_LONG'] === '1' ? 2000 : 100

/** The memory of an instance of the reference only grows: after so many robots the next one is taken. */
const ROBOTS_PER_INSTANCE = 100

/** What holds in each area. */
const SENTENCES: Readonly<Record<Exclude<Area, 'loading'>, string>> = {
  fields: 'every compiled number is that of the reference',
  state: 'positions, velocities, forces and smooth accelerations are those of the reference',
  contacts: 'contacts are those of the reference',
  solver: 'constraint rows, islands and solutions are those of the reference',
  sensors: 'sensors have the readings of the reference',
  rollout: 'a simulation stays with the reference as long as that stays with itself',
  saving: 'a robot that is saved and loaded again is the same robot',
}

/** Why a finding is no failure; undefined where it is one. */
function reasonOf({ robot }: Examination, { area }: Finding): string | undefined {
  const known = KNOWN_ROBOTS[robot.seed]
  return known?.areas.includes(area) ? known.reason : undefined
}

describe(`${COUNT} generated robots`, () => {
  const examined: Examination[] = []
  const brokenOff: string[] = []
  /** Seeds of robots that the reference cannot simulate. */
  const stopped: number[] = []

  beforeAll(async () => {
    let mj: ReferenceModule | undefined
    for (let seed = 0; seed < COUNT; seed++) {
      if (seed % ROBOTS_PER_INSTANCE === 0) mj = undefined
      mj ??= await quietReference()
      try {
        examined.push(examine(mj, makeRobot(seed)))
      } catch (error) {
        if (KNOWN_BREAK.test(String(error))) stopped.push(seed)
        else brokenOff.push(`${seed}: ${error instanceof Error ? error.stack : error}`)
        mj = undefined
      }
    }
    console.log(`\n${report()}\n`)
  }, 3_600_000)

  /** A line for each area and each reason, and one for all contacts. */
  function report(): string {
    const loaded = examined.filter((one) => one.loaded).length
    const lines = [`${examined.length} robots, ${loaded} loaded by both, ${brokenOff.length} broken off`]
    for (const area of AREAS) {
      const reached = examined.filter((one) => one.examined.includes(area))
      const equal = reached.filter(({ findings }) => findings.every((finding) => finding.area !== area))
      lines.push(`${area.padEnd(9)} ${equal.length} of ${reached.length} agree`)
    }
    const reasons = new Map<string, Set<number>>()
    for (const one of examined)
      for (const finding of one.findings) {
        const reason = reasonOf(one, finding)
        if (reason) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(one.robot.seed))
      }
    for (const [reason, seeds] of reasons)
      lines.push(`known in ${seeds.size} robots: ${reason} (${[...seeds].join(' ')})`)
    lines.push(`${stopped.length} robots stop the reference: a pair between static bodies (${stopped.join(' ')})`)
    lines.push(contactReport(examined.flatMap(({ contacts }) => contacts ?? [])))
    return lines.join('\n')
  }

  /** Findings of an area that are failures. */
  function failures(area: Area): string[] {
    return examined.flatMap((one) =>
      one.findings
        .filter((finding) => finding.area === area && reasonOf(one, finding) === undefined)
        .map(({ text }) => `${one.robot.seed} [${one.robot.features.join(', ')}] ${text}`),
    )
  }

  test('every comparison comes to its end', () => expect(brokenOff).toEqual([]))

  test('a robot is loaded by both engines or by none, and ours refuses it with a ModelError', () => {
    expect(failures('loading')).toEqual([])
    expect(examined.filter(({ loaded }) => loaded).length).toBeGreaterThan(0.8 * COUNT)
  })

  test.each(Object.entries(SENTENCES))('%s: %s', (area) => expect(failures(area as Area)).toEqual([]))

  test('robots that are known to differ still do', () => {
    const gone = examined.flatMap(({ robot: { seed }, findings }) =>
      (KNOWN_ROBOTS[seed]?.areas ?? [])
        .filter((area) => findings.every((finding) => finding.area !== area))
        .map((area) => `${seed}: ${area}`),
    )
    expect(gone).toEqual([])
  })
})

test('the robot of a seed is always the same', () => {
  for (const seed of [1, 2, 3]) expect([...makeRobot(seed).models]).toEqual([...makeRobot(seed).models])
})
