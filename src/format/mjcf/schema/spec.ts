import type { Source } from '../../../core/model/errors.ts'
import type { Option } from '../../../core/model/option.ts'
import type { Visual } from '../../../core/model/visual.ts'
import type { PluginUse } from './readPlugin.ts'
import type {
  AttachAttributes,
  CompositeAttributes,
  CompositeGeomAttributes,
  CompositeJointAttributes,
  CompositeSiteAttributes,
  ReplicateAttributes,
} from './schemaStructure.ts'
import type {
  BodyAttributes,
  CameraAttributes,
  CompilerAttributes,
  FrameAttributes,
  GeomAttributes,
  InertialAttributes,
  JointAttributes,
  KeyAttributes,
  LightAttributes,
  NumericAttributes,
  SiteAttributes,
  TextAttributes,
  TupleElementAttributes,
} from './schemaTree.ts'

/**
 * A model as it was written, between reading and compiling: includes expanded, every attribute checked and
 * typed, the defaults of its class merged in, but nothing computed yet. Angles are in the unit of `compiler`.
 */
export interface Spec {
  readonly modelName: string
  readonly source: Source
  readonly compiler: CompilerAttributes
  readonly option: Option
  readonly visual: Visual
  readonly size: SizeSpec
  readonly statistic: StatisticSpec
  /** Plugins that the model declares, with the places where it does. */
  readonly plugins: ReadonlyMap<string, Source>
  readonly world: BodySpec
  readonly numerics: Element<'numeric', NumericAttributes>[]
  readonly texts: Element<'text', TextAttributes>[]
  readonly tuples: TupleSpec[]
  readonly keys: Element<'key', KeyAttributes>[]
  /** Assets, contacts, equalities, tendons, actuators and sensors, each list in the order of the document. */
  readonly assets: readonly AssetElement[]
  readonly contacts: readonly AnyElement[]
  readonly equalities: readonly AnyElement[]
  readonly tendons: readonly AnyElement[]
  readonly actuators: readonly AnyElement[]
  readonly sensors: readonly AnyElement[]
}

/** An element of any kind, with the elements inside it, such as the path of a tendon or the bones of a skin. */
export interface AnyElement extends Element<string, Readonly<Record<string, unknown>>> {
  readonly children?: readonly AnyElement[]
}

/** An element of the section `asset`. */
export interface AssetElement extends AnyElement {
  /**
   * Where its files may lie, relative to the folder of the outermost model: the folder of the model that the asset
   * belongs to, and, if it was included, the folder of the file that it was written in. Each is empty or ends with `/`.
   */
  readonly folders: { readonly model: string; readonly file: string | undefined }
  /** More places where its file may lie, tried last; relative to the folder of the model that it belongs to. */
  readonly otherPaths?: readonly string[]
  /** The function that a mesh is made from. */
  readonly plugin?: PluginUse | undefined
}

/** One element with its attributes and the place where it was written. */
export interface Element<K extends string, A> {
  readonly kind: K
  readonly attributes: A
  readonly source: Source
  /** Compiler settings in force where the element was written. */
  readonly compiler: CompilerAttributes
}

/** Numbers from `<size>`; -1 stands for "as many as needed". */
export interface SizeSpec {
  readonly nuserdata: number
  readonly nkey: number
  readonly nuser_body: number
  readonly nuser_jnt: number
  readonly nuser_geom: number
  readonly nuser_site: number
  readonly nuser_cam: number
  readonly nuser_tendon: number
  readonly nuser_actuator: number
  readonly nuser_sensor: number
}

/** Statistics that the user sets instead of having them computed. */
export interface StatisticSpec {
  readonly meaninertia?: number | undefined
  readonly meanmass?: number | undefined
  readonly meansize?: number | undefined
  readonly extent?: number | undefined
  readonly center?: readonly number[] | undefined
}

export type InertialSpec = Element<'inertial', InertialAttributes>
/** `freejoint` is read as a joint of type free without class defaults. */
export type JointSpec = Element<'joint', JointAttributes>
export interface GeomSpec extends Element<'geom', GeomAttributes> {
  /** The function that gives its signed distance. */
  readonly plugin?: PluginUse | undefined
}
export type SiteSpec = Element<'site', SiteAttributes>
export type CameraSpec = Element<'camera', CameraAttributes>
export type LightSpec = Element<'light', LightAttributes>

export interface BodySpec extends Element<'body', BodyAttributes> {
  readonly inertial?: InertialSpec | undefined
  /** In the order of the document. */
  readonly children: readonly BodyChild[]
}

/** A change of coordinates; its children belong to the enclosing body. */
export interface FrameSpec extends Element<'frame', FrameAttributes> {
  readonly children: readonly BodyChild[]
}

/** Asks for copies of what is in it; gone when a model has been read. */
export interface ReplicateSpec extends Element<'replicate', ReplicateAttributes> {
  readonly children: readonly BodyChild[]
}

/** Asks for a copy of a part of this model or of another; gone when a model has been read. */
export type AttachSpec = Element<'attach', AttachAttributes>

/** Asks for a chain of bodies; gone when a model has been read. */
export interface CompositeSpec extends Element<'composite', CompositeAttributes> {
  readonly geom: CompositeGeomAttributes
  readonly joint: CompositeJointAttributes
  readonly site: CompositeSiteAttributes
}

/** An inertia in a frame, or behind one, stands among the children: the last inertia of a body counts. */
export type BodyChild =
  | BodySpec
  | FrameSpec
  | InertialSpec
  | JointSpec
  | GeomSpec
  | SiteSpec
  | CameraSpec
  | LightSpec
  | ReplicateSpec
  | AttachSpec
  | CompositeSpec

export interface TupleSpec {
  readonly name: string
  readonly source: Source
  readonly elements: readonly Element<'element', TupleElementAttributes>[]
}
