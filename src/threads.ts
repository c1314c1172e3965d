/** Islands and derivatives on several threads. `kinetree/node` and `kinetree/web` start the threads. */

export { sharedData } from './pipeline/sharedData.ts'
export { serveTransitions, TransitionThreads } from './sensitivity/transitionThreads.ts'
export { IslandThreads, type IslandThreadsOptions, type PoolOptions } from './threads/islandThreads.ts'
export { serveIslands } from './threads/serveIslands.ts'
export type { ThreadLike, ThreadScope } from './threads/threadLike.ts'
