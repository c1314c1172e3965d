/**
 * A shape given by its signed distance: how far a point is from the surface, negative inside. Geoms of type `sdf` take
 * such shapes by name, `loadModel(xml, { sdf: { 'my.shape': shape } })`, where the reference needs a plugin.
 *
 * The functions are called many times in each step: they should allocate nothing and depend on nothing but their
 * arguments. The distance need not be exact away from the surface, but must not overestimate: its slope is at most 1.
 */
export interface SdfShape {
  /** Names and defaults of what a model can say about the shape. A list stands for that many numbers. */
  readonly attributes: Readonly<Record<string, number | readonly number[]>>

  /** What is wrong with a set of attributes; undefined: nothing. */
  check?(attributes: Float64Array): string | undefined

  /**
   * The box that holds the shape: least x, y, z, greatest x, y, z.
   * @param attributes all numbers of the attributes, in the order in which they are declared
   */
  bounds(attributes: Float64Array): ArrayLike<number>

  /** How thin its thinnest parts are, in meters: the triangles that stand for its surface are about half as large. */
  detail?(attributes: Float64Array): number

  /** Distance of the point (3 numbers, frame of the shape, in meters). */
  distance(point: Float64Array, attributes: Float64Array): number

  /** Writes the distance to `out[0]`. Preferred over `distance`, because a returned number may be boxed. */
  distanceTo?(out: Float64Array, point: Float64Array, attributes: Float64Array): void

  /** Gradient of the distance, written to `out`. Without it, differences of distances are taken. */
  gradient?(out: Float64Array, point: Float64Array, attributes: Float64Array): void
}

/** Shapes by the names that models call them. */
export type SdfShapes = Readonly<Record<string, SdfShape>>

/** A shape with its attributes, as a geom has it. */
export class SdfInstance {
  readonly plugin: string
  readonly shape: SdfShape
  readonly attributes: Float64Array
  /** What the model said about it, for saving. */
  readonly config: ReadonlyMap<string, string>

  constructor(plugin: string, shape: SdfShape, attributes: Float64Array, config: ReadonlyMap<string, string>) {
    this.plugin = plugin
    this.shape = shape
    this.attributes = attributes
    this.config = config
  }

  /** out[0] = distance of p, in the frame of the shape. */
  distance(out: Float64Array, p: Float64Array): void {
    const { shape, attributes } = this
    if (shape.distanceTo) shape.distanceTo(out, p, attributes)
    else out[0] = shape.distance(p, attributes)
  }

  /** g = gradient of the distance at p. */
  gradient(g: Float64Array, p: Float64Array): void {
    const { shape, attributes } = this
    if (shape.gradient) {
      shape.gradient(g, p, attributes)
      return
    }
    for (let k = 0; k < 3; k++) {
      const x = p[k]
      p[k] = x + STEP
      this.distance(ahead, p)
      p[k] = x - STEP
      this.distance(behind, p)
      p[k] = x
      g[k] = (ahead[0] - behind[0]) / (2 * STEP)
    }
  }
}

/** Step of the differences that stand for a gradient, in meters. */
const STEP = 1e-6
const ahead = new Float64Array(1) // V8: boxed otherwise
const behind = new Float64Array(1) // V8: boxed otherwise
