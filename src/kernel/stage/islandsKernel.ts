import { SCALAR_NE, SCALAR_NEFC, SCALAR_NF, SCALAR_NIDOF, SCALAR_NISLAND } from '../../core/data/dataScalars.ts'
import { ConstraintType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { tiesDofs } from '../../physics/implicit/implicitCoupling.ts'
import type { Index, IntArray, Kernel, KernelStage } from '../language/kernelLanguage.ts'

/** Islands of a model with several trees, all awake, as `findIslands`: (efc_*, contact_*) → the same fields. */
export function islandsKernel(m: Model): KernelStage {
  return (k) => {
    const scalar = k.field('scalar')
    const count = (at: number): Index => k.whole(scalar.at(at))
    const treeIsland = k.integers('tree_island')
    scalar.set(SCALAR_NISLAND, 0)
    scalar.set(SCALAR_NIDOF, 0)
    k.when(count(SCALAR_NEFC), () => {
      joinTrees(k, m, count(SCALAR_NEFC))
      const islands = numberIslands(k, m, count(SCALAR_NEFC))
      scalar.set(SCALAR_NISLAND, k.real(islands))
      const listed = (size: IntArray, adr: IntArray, all: number, island: IntArray, place: Places): Index =>
        listByIsland(k, islands, all, (i) => island.at(i), size, adr, place)
      const dofIsland = k.integers('dof_island')
      const treeOf = k.table('dof_treeid', m.dof_treeid)
      const dofNumber = k.integers('island_nv')
      const firstDof = k.integers('island_dofadr')
      k.when(islands, () => {
        const trees = k.integers('map_itree2tree')
        listed(k.integers('island_ntree'), k.integers('island_itreeadr'), m.ntree, treeIsland, (at, tree) =>
          trees.set(at, tree),
        )
        k.repeat(0, m.nv, (i) => dofIsland.set(i, treeIsland.at(treeOf.at(i))))
        k.down(m.nv - 1, 0, (i) => {
          const island = dofIsland.at(i)
          k.when(isIn(k, island), () => firstDof.set(island, i))
        })
        const [to, from] = [k.integers('map_dof2idof'), k.integers('map_idof2dof')]
        const within = listed(dofNumber, k.integers('island_idofadr'), m.nv, dofIsland, (at, dof) => {
          to.set(dof, at)
          from.set(at, dof)
        })
        scalar.set(SCALAR_NIDOF, k.real(within))
        listRows(k, islands, count)
      })
    })
  }
}

/** Why a model has no such kernel. */
export function islandsUnsupported(m: Model): string | undefined {
  if (m.ntree < 2) return 'there is one tree at most'
  return tiesDofs(m) ? 'the integrator ties dofs' : undefined
}

type Places = (at: Index, i: Index) => void

function isIn(k: Kernel, island: Index): Index {
  return k.same(k.less(island, 0), 0)
}

/** Union and find over trees in `tree_island`; `efc_island` becomes a tree of the island. */
function joinTrees(k: Kernel, m: Model, nefc: Index): void {
  const parent = k.integers('tree_island')
  const [type, id, island] = ['efc_type', 'efc_id', 'efc_island'].map((name) => k.integers(name))
  const treeOf = k.table('dof_treeid', m.dof_treeid)
  const bodyOf = k.table('geom_bodyid', m.geom_bodyid)
  const bodyTree = k.table('body_treeid', m.body_treeid)
  k.repeat(0, m.ntree, (t) => parent.set(t, -1))
  const tree = k.counter(-1)
  const touch = (t: Index): void => k.when(k.less(parent.at(t), 0), () => parent.set(t, t))
  const root = (t: Index): Index => {
    const at = k.counter(t)
    k.while(
      () => k.same(k.same(parent.at(at.value), at.value), 0),
      () => {
        parent.set(at.value, parent.at(parent.at(at.value)))
        at.set(parent.at(at.value))
      },
    )
    return at.value
  }
  /** Adds a tree to the island of the row. */
  const reach = (other: Index): void =>
    k.when(k.product(isIn(k, other), k.same(k.same(other, tree.value), 0)), () => {
      touch(other)
      k.when(
        k.less(tree.value, 0),
        () => tree.set(other),
        () => {
          const [a, b] = [root(tree.value), root(other)]
          k.when(
            k.less(a, b),
            () => parent.set(b, a),
            () => parent.set(a, b),
          )
        },
      )
    })
  k.repeat(0, nefc, (row) => {
    const isNew = k.counter(1)
    k.when(row, () => {
      const before = k.sum(row, -1)
      isNew.set(k.same(k.product(k.same(type.at(row), type.at(before)), k.same(id.at(row), id.at(before))), 0))
    })
    k.when(isNew.value, () => {
      tree.set(-1)
      k.when(
        k.less(type.at(row), ConstraintType.contactFrictionless),
        () => {
          const first = k.integers('efc_J_rowadr').at(row)
          k.repeat(first, k.sum(first, k.integers('efc_J_rownnz').at(row)), (e) =>
            reach(treeOf.at(k.integers('efc_J_colind').at(e))),
          )
        },
        () => {
          for (const geom of ['contact_geom1', 'contact_geom2'])
            reach(bodyTree.at(bodyOf.at(k.integers(geom).at(id.at(row)))))
        },
      )
    })
    island.set(row, tree.value)
  })
}

/** Turns roots into numbers of islands, by their first tree. Returns how many there are. */
function numberIslands(k: Kernel, m: Model, nefc: Index): Index {
  const treeIsland = k.integers('tree_island')
  const rowIsland = k.integers('efc_island')
  const islands = k.counter(0)
  // a tree's parent stands before it
  k.repeat(0, m.ntree, (t) => {
    const parent = treeIsland.at(t)
    k.when(isIn(k, parent), () =>
      k.when(
        k.same(parent, t),
        () => {
          treeIsland.set(t, islands.value)
          islands.set(k.sum(islands.value, 1))
        },
        () => treeIsland.set(t, treeIsland.at(parent)),
      ),
    )
  })
  // a row that moves nothing may be solved with any island
  k.repeat(0, nefc, (row) => {
    const tree = rowIsland.at(row)
    rowIsland.set(row, 0)
    k.when(isIn(k, tree), () => rowIsland.set(row, treeIsland.at(tree)))
  })
  return islands.value
}

/** Places what is in islands by island, and the rest behind. Returns how much is in islands. */
function listByIsland(
  k: Kernel,
  islands: Index,
  all: Index,
  islandOf: (i: Index) => Index,
  size: IntArray,
  adr: IntArray,
  place: Places,
): Index {
  k.repeat(0, islands, (island) => size.set(island, 0))
  k.repeat(0, all, (i) => {
    const island = islandOf(i)
    k.when(isIn(k, island), () => size.set(island, k.sum(size.at(island), 1)))
  })
  const rest = k.counter(0)
  k.repeat(0, islands, (island) => {
    adr.set(island, rest.value)
    rest.set(k.sum(rest.value, size.at(island)))
    size.set(island, 0)
  })
  const within = k.counter(rest.value)
  k.repeat(0, all, (i) => {
    const island = islandOf(i)
    k.when(
      isIn(k, island),
      () => {
        place(k.sum(adr.at(island), size.at(island)), i)
        size.set(island, k.sum(size.at(island), 1))
      },
      () => {
        place(rest.value, i)
        rest.set(k.sum(rest.value, 1))
      },
    )
  })
  return within.value
}

function listRows(k: Kernel, islands: Index, count: (at: number) => Index): void {
  const island = k.integers('efc_island')
  const [equalities, frictions] = [k.integers('island_ne'), k.integers('island_nf')]
  for (const size of [equalities, frictions]) k.repeat(0, islands, (i) => size.set(i, 0))
  const countRows = (size: IntArray, first: Index, end: Index): void =>
    k.repeat(first, end, (row) => size.set(island.at(row), k.sum(size.at(island.at(row)), 1)))
  const ne = count(SCALAR_NE)
  countRows(equalities, 0, ne)
  countRows(frictions, ne, k.sum(ne, count(SCALAR_NF)))
  const [to, from] = [k.integers('map_efc2iefc'), k.integers('map_iefc2efc')]
  listByIsland(
    k,
    islands,
    count(SCALAR_NEFC),
    (row) => island.at(row),
    k.integers('island_nefc'),
    k.integers('island_iefcadr'),
    (at, row) => {
      to.set(row, at)
      from.set(at, row)
    },
  )
}
