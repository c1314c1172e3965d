/** A thread to send messages to: a `Worker` of the browser or of Node. */
export interface ThreadLike {
  postMessage(message: unknown, transfer: never[]): void
}

/** Message scope of a thread: `self` in a browser's worker, `parentPort` in Node. */
export interface ThreadScope {
  onmessage: unknown
}
