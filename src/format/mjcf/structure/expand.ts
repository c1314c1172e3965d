import type { BodyChild, Spec } from '../schema/spec.ts'
import { Assembly, checkNames } from './assembly.ts'
import { attach } from './attach.ts'
import { makeCable } from './cable.ts'
import type { Draft } from './childModels.ts'
import type { Budget } from './copyBudget.ts'
import { replicate } from './replicate.ts'

/** Puts the copies that a model asks for in place of the elements that ask for them, in the order of the document. */
export function assemble({ spec, models, given }: Draft, budget: Budget): Assembly {
  const assembly = new Assembly(spec, budget, given)
  const grow = (children: readonly BodyChild[], into: BodyChild[]): void => {
    for (const child of children) {
      switch (child.kind) {
        case 'replicate':
          replicate(child, assembly, into, grow)
          break
        case 'attach':
          attach(child, assembly, into, models)
          break
        case 'composite':
          makeCable(child, assembly, into)
          break
        case 'body':
        case 'frame': {
          // in place before its children: they may ask for copies of it
          const inside: BodyChild[] = []
          const grown = { ...child, children: inside }
          into.push(grown)
          assembly.add(grown)
          assembly.depth++
          grow(child.children, inside)
          assembly.depth--
          break
        }
        case 'inertial':
        case 'joint':
        case 'geom':
        case 'site':
        case 'camera':
        case 'light':
          into.push(child)
          assembly.add(child)
          break
        default:
          child satisfies never
      }
    }
  }
  grow(spec.world.children, assembly.roots)
  return assembly
}

/** The finished model: nothing in it asks for copies any more. */
export function expandStructure(draft: Draft, budget: Budget): Spec {
  const expanded = assemble(draft, budget).finish()
  checkNames(expanded)
  return expanded
}

/** Whether a tree asks for copies. */
export function hasStructure(children: readonly BodyChild[]): boolean {
  return children.some(
    (child) =>
      child.kind === 'replicate' ||
      child.kind === 'attach' ||
      child.kind === 'composite' ||
      ((child.kind === 'body' || child.kind === 'frame') && hasStructure(child.children)),
  )
}
