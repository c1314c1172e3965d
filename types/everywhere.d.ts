/**
 * What the engine uses of its surroundings beyond ECMAScript: browsers, workers, Node, Deno and Bun all have it.
 * `tsconfig.engine.json` checks the engine with these declarations in place of those of the DOM and of Node.
 */

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(encoding?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean })
  decode(bytes: Uint8Array): string
}

declare function structuredClone<T>(value: T): T

declare const performance: { now(): number }

interface MessageEvent<T = unknown> {
  readonly data: T
}

interface MessagePort {
  onmessage: ((event: MessageEvent<never>) => void) | null
  postMessage(message: unknown, transfer?: readonly unknown[]): void
  close(): void
}

declare class MessageChannel {
  readonly port1: MessagePort
  readonly port2: MessagePort
}

declare function setInterval(run: () => void, milliseconds: number): unknown
declare function clearInterval(timer: unknown): void

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
}

declare class URL {
  constructor(url: string, base?: string)
  readonly href: string
}

interface ImportMeta {
  readonly url: string
}
