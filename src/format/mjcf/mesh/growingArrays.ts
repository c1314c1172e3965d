const FIRST = 3072

/** An array of numbers in single precision that grows. */
export class GrowingFloats {
  data = new Float32Array(FIRST)
  length = 0

  push(x: number): void {
    if (this.length === this.data.length) {
      const larger = new Float32Array(2 * this.length)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length++] = x
  }

  /** What it holds. */
  done(): Float32Array {
    return this.data.slice(0, this.length)
  }
}

/** An array of integers that grows. */
export class GrowingInts {
  data = new Int32Array(FIRST)
  length = 0

  push(x: number): void {
    if (this.length === this.data.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length++] = x
  }

  /** What it holds. */
  done(): Int32Array {
    return this.data.slice(0, this.length)
  }
}
