import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AREAS, type Area, examine } from '../test/conformance/robots/examine.ts'
import { quietReference } from '../test/conformance/support/quietReference.ts'
import { fileOf, makeRobot, type Robot } from '../tools/robots/robot.ts'
import { shrink } from '../tools/robots/shrink.ts'

/**
 * A generated robot, and what both engines make of it.
 *
 * - `npx tsx scripts/robot.ts <seed> [folder]` prints the model and what differs, and writes its files to a folder.
 * - `npx tsx scripts/robot.ts <seed> --shrink <area> [text]` prints the smallest robot that still differs in an area
 *   (`fields`, `state`, `contacts`, …), with a finding that contains the text.
 * - `npx tsx scripts/robot.ts <first>-<last>` prints a line for each finding about many robots, then sums.
 */
const [range = '0', option, ...rest] = process.argv.slice(2)
const [first, last = first] = range.split('-').map(Number)
let mj = await quietReference()

if (option === '--shrink') {
  const area = AREAS.find((known) => known === rest[0])
  if (!area) throw new Error(`expected one of the areas ${AREAS.join(', ')}`)
  print(shrink(makeRobot(first), (robot) => differs(robot, area, rest[1] ?? '')))
} else if (first === last) {
  const robot = makeRobot(first)
  print(robot)
  if (option !== undefined) write(robot, option)
} else await survey()

/** Whether the engines differ in an area. What breaks the comparison off is no difference. */
function differs(robot: Robot, area: Area, text: string): boolean {
  try {
    return examine(mj, robot, [area]).findings.some((finding) => finding.area === area && finding.text.includes(text))
  } catch {
    return false
  }
}

function print(robot: Robot): void {
  for (const path of robot.models.keys()) console.log(`<!-- ${path} -->\n${fileOf(robot, path, 'ours')}`)
  const { findings, loaded, message } = examine(mj, robot)
  for (const { area, text } of findings) console.log(`${area}: ${text}`)
  if (findings.length === 0) console.log(loaded ? 'the same in both engines' : `refused by both: ${message}`)
}

function write(robot: Robot, folder: string): void {
  for (const path of [...robot.models.keys(), ...robot.files.ours.keys()]) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    writeFileSync(`${folder}/${path}`, fileOf(robot, path, 'ours')!)
  }
}

async function survey(): Promise<void> {
  const counts: Record<string, number> = { loaded: 0, refused: 0, different: 0, 'broken off': 0 }
  for (let seed = first; seed <= last; seed++) {
    // the memory of an instance only grows
    if (seed % 100 === 99) mj = await quietReference()
    const robot = makeRobot(seed)
    const name = `${seed} [${robot.features.join(', ')}]`
    try {
      const { loaded, findings } = examine(mj, robot)
      counts[loaded ? 'loaded' : 'refused']++
      if (findings.length > 0) counts['different']++
      for (const area of new Set(findings.map((finding) => finding.area))) counts[area] = (counts[area] ?? 0) + 1
      for (const { area, text } of findings) console.log(`${name} ${area}: ${text.replaceAll('\n', ' ')}`)
    } catch (error) {
      counts['broken off']++
      console.log(`${name} broken off: ${error instanceof Error ? error.stack : error}`)
      mj = await quietReference()
    }
  }
  console.log(counts)
}
