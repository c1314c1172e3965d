import type { Folders } from './assets.ts'
import type { Dice } from './dice.ts'
import { type Element, element, type Value } from './element.ts'
import type { Settings } from './workshop.ts'

/** What a model says about its compilation and its physics. */

export function anySettings(dice: Dice): Settings {
  const sequences = ['xyz', 'zyx', 'XYZ', 'ZYX', 'zxz', 'XzY', 'yxz']
  return {
    degrees: dice.chance(0.5),
    autolimits: dice.chance(0.85),
    eulerseq: dice.chance(0.5) ? 'xyz' : dice.pick(sequences),
  }
}

export function anyFolders(dice: Dice): Folders {
  const way = dice.pick(['', '', 'assetdir', 'meshdir', 'both'] as const)
  if (way === 'assetdir') return { mesh: 'assets/', texture: 'assets/' }
  if (way === 'meshdir') return { mesh: 'meshes/', texture: '' }
  return way === 'both' ? { mesh: 'meshes/', texture: 'pictures/' } : { mesh: '', texture: '' }
}

export function compiler(dice: Dice, settings: Settings, folders: Folders): Element {
  const { degrees, autolimits, eulerseq } = settings
  const together = folders.mesh !== '' && folders.mesh === folders.texture
  const attributes: Record<string, Value> = {
    angle: degrees ? dice.maybe(0.3, () => 'degree') : 'radian',
    autolimits: autolimits ? dice.maybe(0.1, () => true) : false,
    eulerseq: eulerseq === 'xyz' ? dice.maybe(0.2, () => eulerseq) : eulerseq,
    assetdir: together ? folders.mesh.slice(0, -1) : undefined,
    meshdir: !together && folders.mesh !== '' ? folders.mesh : undefined,
    texturedir: !together && folders.texture !== '' ? folders.texture : undefined,
    inertiafromgeom: dice.maybe(0.25, () => dice.pick(['auto', 'true'])),
    inertiagrouprange: dice.maybe(0.05, () =>
      dice.pick([
        [0, 5],
        [0, 3],
      ]),
    ),
    boundmass: dice.maybe(0.1, () => dice.number(0.01, 0.5)),
    boundinertia: dice.maybe(0.1, () => dice.number(0.0001, 0.01)),
    balanceinertia: dice.maybe(0.15, () => true),
    settotalmass: dice.maybe(0.07, () => dice.number(1, 20)),
    fusestatic: dice.maybe(0.12, () => true),
    discardvisual: dice.maybe(0.12, () => true),
    fitaabb: dice.maybe(0.1, () => true),
    alignfree: dice.maybe(0.1, () => true),
    strippath: dice.maybe(0.05, () => true),
  }
  return element('compiler', attributes)
}

/** Without `compiler` a model has degrees and automatic limits. */
export function needsCompiler({ degrees, autolimits, eulerseq }: Settings, { mesh, texture }: Folders): boolean {
  return !degrees || !autolimits || eulerseq !== 'xyz' || mesh !== '' || texture !== ''
}

export function option(dice: Dice): Element {
  const flags = dice.several(
    ['filterparent', 'gravity', 'eulerdamp', 'refsafe', 'midphase', 'warmstart', 'clampctrl', 'multiccd'],
    2,
  )
  const raised = dice.several(['energy', 'diagexact', 'fwdinv', 'sleep'], 1)
  const settings = {
    ...Object.fromEntries(flags.map((flag) => [flag, 'disable'])),
    ...Object.fromEntries(raised.map((flag) => [flag, 'enable'])),
  }
  const attributes = {
    timestep: dice.maybe(0.4, () => dice.pick([0.001, 0.002, 0.005])),
    gravity: dice.maybe(0.2, () => dice.numbers(3, -5, 5)),
    integrator: dice.maybe(0.4, () => dice.pick(['Euler', 'RK4', 'implicit', 'implicitfast'])),
    cone: dice.maybe(0.4, () => dice.pick(['pyramidal', 'elliptic'])),
    jacobian: dice.maybe(0.3, () => dice.pick(['dense', 'sparse', 'auto'])),
    solver: dice.maybe(0.3, () => dice.pick(['PGS', 'CG', 'Newton'])),
    impratio: dice.maybe(0.15, () => dice.number(0.5, 10)),
    density: dice.maybe(0.1, () => dice.number(0.5, 1000)),
    viscosity: dice.maybe(0.1, () => dice.number(0, 0.1)),
    wind: dice.maybe(0.1, () => dice.numbers(3, -2, 2)),
    noslip_iterations: dice.maybe(0.05, () => 3),
  }
  return element('option', attributes, dice.chance(0.3) ? [element('flag', settings)] : [])
}

/** Sections that nothing else depends on. */
export function extras(dice: Dice): Element[] {
  const made: Element[] = []
  if (dice.chance(0.1)) made.push(element('size', { nuserdata: dice.count(0, 5), nuser_body: dice.pick([-1, 4]) }))
  if (dice.chance(0.1))
    made.push(
      element('statistic', {
        extent: dice.maybe(0.5, () => dice.number(0.5, 3)),
        center: dice.maybe(0.5, () => dice.numbers(3, -1, 1)),
        meansize: dice.maybe(0.5, () => dice.number(0.01, 1)),
      }),
    )
  if (dice.chance(0.1))
    made.push(
      element('visual', {}, [
        element('global', { azimuth: dice.number(0, 180), fovy: dice.number(20, 60) }),
        element('rgba', { fog: dice.numbers(4, 0, 1) }),
      ]),
    )
  if (dice.chance(0.1))
    made.push(
      element('custom', {}, [
        element('numeric', { name: 'numbers', data: dice.numbers(3, -1, 1), size: dice.maybe(0.5, () => 5) }),
        element('text', { name: 'words', data: 'a & b' }),
      ]),
    )
  return made
}
