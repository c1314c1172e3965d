import type { Source } from '../../model/errors.ts'
import type { Assembly } from './assembly.ts'

/** Settings of a model meet those of a model that a part of it is attached to. */
export function mergeSettings(_parent: Assembly, _child: Assembly, _source: Source): void {}
