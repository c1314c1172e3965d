/** A thread to send messages to: a `Worker` of the browser or of Node. */
export interface ThreadLike {
  postMessage(message: unknown, transfer: never[]): void
}

/** Where a thread hears messages: `self` in a browser's worker, `parentPort` in one of Node. */
export interface ThreadScope {
  onmessage: unknown
}
