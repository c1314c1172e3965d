/** Bytes that grow, with the number formats of WebAssembly (https://webassembly.github.io/spec/core/binary). */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #view = new DataView(this.#bytes.buffer)
  length = 0

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  all(values: readonly number[]): void {
    if (values.length === 1) {
      this.byte(values[0])
      return
    }
    this.#reserve(values.length)
    for (let i = 0; i < values.length; i++) this.#bytes[this.length++] = values[i]
  }

  /** An instruction on a local. */
  local(op: number, local: number): void {
    if (this.length + 6 > this.#bytes.length) this.#reserve(6)
    this.#bytes[this.length++] = op
    if (local < 128) this.#bytes[this.length++] = local
    else this.unsigned(local)
  }

  /** Unsigned LEB128. */
  unsigned(value: number): void {
    this.#reserve(5)
    let rest = value >>> 0
    do {
      const low = rest & 127
      rest >>>= 7
      this.#bytes[this.length++] = rest === 0 ? low : low | 128
    } while (rest !== 0)
  }

  /** Signed LEB128. */
  signed(value: number): void {
    this.#reserve(5)
    let rest = value | 0
    for (;;) {
      const low = rest & 127
      rest >>= 7
      const done = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0)
      this.#bytes[this.length++] = done ? low : low | 128
      if (done) return
    }
  }

  f64(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.length, value, true)
    this.length += 8
  }

  f32(value: number): void {
    this.#reserve(4)
    this.#view.setFloat32(this.length, value, true)
    this.length += 4
  }

  /** A name: its length, and its characters, which must be ASCII. */
  text(value: string): void {
    this.unsigned(value.length)
    for (let i = 0; i < value.length; i++) this.byte(value.charCodeAt(i))
  }

  append(other: ByteWriter): void {
    this.#reserve(other.length)
    this.#bytes.set(other.bytes(), this.length)
    this.length += other.length
  }

  /** A section or body: its length, then its bytes. */
  sized(other: ByteWriter): void {
    this.unsigned(other.length)
    this.append(other)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length)
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}
