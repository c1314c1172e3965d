import {
  SCALAR_NCON,
  SCALAR_NE,
  SCALAR_NEFC,
  SCALAR_NF,
  SCALAR_NIDOF,
  SCALAR_NISLAND,
  SCALAR_NJ,
  SCALAR_NL,
} from '../core/data/dataScalars.ts'
import { MAXVAL } from '../core/math/constants.ts'
import type { Model } from '../core/model/model.ts'
import type { Index, Kernel, KernelStage, LaneKernel, LaneStage } from './language/kernelLanguage.ts'

/** What a pass of forward dynamics does besides its stages, where all of it runs as kernels. */

/**
 * Forward dynamics. Gives up for states that `checkPos`, `checkVel` or `checkAcc` would reset.
 * @param stages runs the stages
 */
export function forwardPass(m: Model, stages: (k: LaneKernel) => void): LaneStage {
  return (k) => {
    for (const at of [SCALAR_NCON, SCALAR_NE, SCALAR_NF, SCALAR_NL, SCALAR_NEFC, SCALAR_NJ])
      k.field('scalar').set(at, 0)
    refuseBad(k, 'qpos', m.nq)
    refuseBad(k, 'qvel', m.nv)
    stages(k)
    refuseBad(k, 'qacc', m.nv)
  }
}

/** Gives up if a number is not finite, or too large. */
function refuseBad(k: LaneKernel, name: 'qpos' | 'qvel' | 'qacc', count: number): void {
  const bad = k.cell(0)
  k.repeat(0, count, (i) => {
    const isGood = k.field(name).at(i).abs().atMost(MAXVAL)
    bad.set(k.choose(isGood, bad.value, 1))
  })
  k.giveUp(k.num(0).below(bad.value))
}

/** Gives up if surfaces pull at each other: such forces are passive, and come before smooth dynamics. */
export function refuseAdhesion(k: Kernel): void {
  k.repeat(0, k.whole(k.field('scalar').at(SCALAR_NCON)), (contact) =>
    k.giveUp(k.field('contact_adhesion').at(contact).equals(0).not()),
  )
}

/** The island of a model with one tree, if there are rows: all maps are the identity. */
export function onlyIsland({ nv }: Model): KernelStage {
  return (k) => {
    const scalar = k.field('scalar')
    const count = (at: number): Index => k.whole(scalar.at(at))
    const nefc = count(SCALAR_NEFC)
    scalar.set(SCALAR_NISLAND, 0)
    scalar.set(SCALAR_NIDOF, 0)
    k.when(nefc, () => {
      scalar.set(SCALAR_NISLAND, 1)
      scalar.set(SCALAR_NIDOF, nv)
      const first = 'tree_island map_itree2tree island_itreeadr island_idofadr island_dofadr island_iefcadr'.split(' ')
      for (const name of first) k.integers(name).set(0, 0)
      k.integers('island_ntree').set(0, 1)
      k.integers('island_nv').set(0, nv)
      k.integers('island_ne').set(0, count(SCALAR_NE))
      k.integers('island_nf').set(0, count(SCALAR_NF))
      k.integers('island_nefc').set(0, nefc)
      k.repeat(0, nv, (i) => {
        k.integers('dof_island').set(i, 0)
        for (const name of ['map_dof2idof', 'map_idof2dof']) k.integers(name).set(i, i)
      })
      k.repeat(0, nefc, (i) => {
        k.integers('efc_island').set(i, 0)
        for (const name of ['map_efc2iefc', 'map_iefc2efc']) k.integers(name).set(i, i)
      })
    })
  }
}

/** Islands whose iterations `Data` remembers. */
const SOLVER_ISLANDS = 20

/** qacc under the constraints of a state, or without any, as `solveConstraints`. */
export function constrainedAcceleration({ nv, ntree }: Model, solve: KernelStage): KernelStage {
  return (k) => {
    const count = (at: number): Index => k.whole(k.field('scalar').at(at))
    k.repeat(0, ntree === 1 ? 1 : SOLVER_ISLANDS, (island) => k.integers('solver_niter').set(island, 0))
    k.when(
      count(SCALAR_NEFC),
      () => {
        // rows that move nothing are in no island
        k.giveUp(k.real(count(ntree === 1 ? SCALAR_NJ : SCALAR_NISLAND)).equals(0))
        k.when(k.same(k.gaveUp(), 0), () => k.call({ name: 'solve', stage: solve }))
      },
      () =>
        k.repeat(0, nv, (i) => {
          k.field('qacc').set(i, k.field('qacc_smooth').at(i))
          k.field('qfrc_constraint').set(i, 0)
        }),
    )
  }
}
