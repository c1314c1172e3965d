const none: Int32Array = new Int32Array(0)

/**
 * Minimum degree ordering: in which order to eliminate the nodes of a graph so that few entries are filled in. The node
 * with the fewest neighbors comes next, and its neighbors become each other's neighbors. Of nodes with equally few the
 * last one comes first, so that nodes keep their places where nothing is gained by a change. Nodes are kinematic trees
 * with their numbers of dofs as weights, edges the constraints between them. Degrees are exact, since graphs are small;
 * sets of neighbors are bit sets. Amestoy, Davis and Duff, An approximate minimum degree ordering algorithm, 1996,
 * https://doi.org/10.1137/S0895479894278952, describes the method and its faster relatives.
 */
export class EliminationOrder {
  nodes = 0
  /** Words of 32 bits in a set of nodes. */
  private words = 0
  private neighbors: Int32Array = none
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
    if (this.neighbors.length < bits) this.neighbors = new Int32Array(bits)
    this.neighbors.fill(0, 0, bits)
  }

  setWeight(node: number, weight: number): void {
    this.weight[node] = weight
  }

  join(a: number, b: number): void {
    const { words, neighbors } = this
    neighbors[a * words + (b >> 5)] |= 1 << (b & 31)
    neighbors[b * words + (a >> 5)] |= 1 << (a & 31)
  }

  /** Fills in `order`. */
  run(): void {
    const { nodes, degree, order } = this
    for (let i = 0; i < nodes; i++) degree[i] = this.countNeighbors(i)
    for (let at = nodes - 1; at >= 0; at--) {
      let best = -1
      for (let i = 0; i < nodes; i++) if (degree[i] >= 0 && (best < 0 || degree[i] <= degree[best])) best = i
      order[at] = best
      degree[best] = -1
      this.eliminate(best)
    }
  }

  /** Makes the neighbors of a node each other's neighbors and takes it out of the graph. */
  private eliminate(node: number): void {
    const { words, neighbors, degree } = this
    const from = node * words
    const self = ~(1 << (node & 31))
    for (let w = 0; w < words; w++) {
      let bits = neighbors[from + w]
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits)
        bits &= bits - 1
        const other = (w << 5) + bit
        const to = other * words
        for (let k = 0; k < words; k++) neighbors[to + k] |= neighbors[from + k]
        neighbors[to + (node >> 5)] &= self
        neighbors[to + w] &= ~(1 << bit)
        degree[other] = this.countNeighbors(other)
      }
    }
  }

  /** Sum of the weights of the neighbors of a node. */
  private countNeighbors(node: number): number {
    const { words, neighbors, weight } = this
    let sum = 0
    for (let w = 0; w < words; w++) {
      let bits = neighbors[node * words + w]
      while (bits !== 0) {
        sum += weight[(w << 5) + 31 - Math.clz32(bits & -bits)]
        bits &= bits - 1
      }
    }
    return sum
  }
}
