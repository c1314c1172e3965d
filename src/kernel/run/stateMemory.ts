/**
 * A memory of WebAssembly for one state: the tables of its model, then the state. It never grows, so its arrays keep
 * their identity; and it lives as long as any of them.
 */

/** Where the tables are: nothing is at address 0. */
export const TABLES = 64

const PAGE = 65536

/** Address of the state. */
export function stateAddress(tableBytes: number): number {
  return 16 * Math.ceil((TABLES + tableBytes) / 16)
}

/** Pages of so many bytes. */
export function pagesOf(bytes: number): number {
  return Math.ceil(bytes / PAGE)
}
