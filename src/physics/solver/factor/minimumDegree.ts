const none: Int32Array = new Int32Array(0)

/**
 * In which order to eliminate the nodes of a graph so that few entries are filled in: always the node with the fewest
 * neighbours next, where the neighbours of a node become each other's neighbours when it is eliminated (minimum
 * degree). Of nodes with equally few the last one comes first, so that nodes keep their places where nothing is gained
 * by a change. Nodes are kinematic trees with their numbers of dofs as weights, edges the constraints between them.
 * Sets of neighbours are bit sets.
 */
export class EliminationOrder {
  nodes = 0
  /** Words of 32 bits in a set of nodes. */
  private words = 0
  private neighbours: Int32Array = none
  private weight: Int32Array = none
  private degree: Int32Array = none
  /** Nodes, the first to be eliminated last: ancestors stand before descendants. */
  order: Int32Array = none

  /** Starts with a graph without edges. */
  clear(nodes: number): void {
    this.nodes = nodes
    this.words = (nodes + 31) >>> 5
    if (this.order.length < nodes) {
      this.weight = new Int32Array(nodes)
      this.degree = new Int32Array(nodes)
      this.order = new Int32Array(nodes)
    }
    const bits = nodes * this.words
    if (this.neighbours.length < bits) this.neighbours = new Int32Array(bits)
    this.neighbours.fill(0, 0, bits)
  }

  setWeight(node: number, weight: number): void {
    this.weight[node] = weight
  }

  join(a: number, b: number): void {
    const { words, neighbours } = this
    neighbours[a * words + (b >> 5)] |= 1 << (b & 31)
    neighbours[b * words + (a >> 5)] |= 1 << (a & 31)
  }

  /** Fills in `order`. */
  run(): void {
    const { nodes, degree, order } = this
    for (let i = 0; i < nodes; i++) degree[i] = this.countNeighbours(i)
    for (let at = nodes - 1; at >= 0; at--) {
      let best = -1
      for (let i = 0; i < nodes; i++) if (degree[i] >= 0 && (best < 0 || degree[i] <= degree[best])) best = i
      order[at] = best
      degree[best] = -1
      this.eliminate(best)
    }
  }

  /** Makes the neighbours of a node each other's neighbours and takes it out of the graph. */
  private eliminate(node: number): void {
    const { words, neighbours, degree } = this
    const from = node * words
    const self = ~(1 << (node & 31))
    for (let w = 0; w < words; w++) {
      let bits = neighbours[from + w]
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits)
        bits &= bits - 1
        const other = (w << 5) + bit
        const to = other * words
        for (let k = 0; k < words; k++) neighbours[to + k] |= neighbours[from + k]
        neighbours[to + (node >> 5)] &= self
        neighbours[to + w] &= ~(1 << bit)
        degree[other] = this.countNeighbours(other)
      }
    }
  }

  /** Sum of the weights of the neighbours of a node. */
  private countNeighbours(node: number): number {
    const { words, neighbours, weight } = this
    let sum = 0
    for (let w = 0; w < words; w++) {
      let bits = neighbours[node * words + w]
      while (bits !== 0) {
        sum += weight[(w << 5) + 31 - Math.clz32(bits & -bits)]
        bits &= bits - 1
      }
    }
    return sum
  }
}
