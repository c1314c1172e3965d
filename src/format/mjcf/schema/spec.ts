import type { Source } from '../../../core/model/errors.ts'
import type { Option } from '../../../core/model/option.ts'
import type { Visual } from '../../../core/model/visual.ts'
import type { Attributes } from './attributes.ts'
import type { PluginUse } from './readPlugin.ts'
import type { ActuatorAttributes, ActuatorTag } from './schemaActuator.ts'
import type {
  BoneAttributes,
  HfieldAttributes,
  LayerAttributes,
  MaterialAttributes,
  SkinAttributes,
  TextureAttributes,
} from './schemaAsset.ts'
import type {
  ConnectAttributes,
  DistanceEqualityAttributes,
  ExcludeAttributes,
  fixedJoint,
  JointEqualityAttributes,
  PairAttributes,
  pulley,
  spatialGeom,
  spatialSite,
  TendonAttributes,
  TendonEqualityAttributes,
  WeldAttributes,
} from './schemaMechanism.ts'
import type { MeshAttributes } from './schemaMesh.ts'
import type { SensorAttributes, SensorKind } from './schemaSensor.ts'
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
  TupleAttributes,
  TupleElementAttributes,
} from './schemaTree.ts'

/**
 * A model as it was written, between reading and compiling: includes expanded, every attribute checked and
 * typed, the defaults of its class merged in, but nothing computed yet. Angles are in the unit of `compiler`.
 */
export interface Spec extends SpecLists {
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
  readonly keys: readonly KeySpec[]
}

/** The lists of a model outside of its tree, each in the order of the document. */
export type SpecLists = { readonly [L in ListName]: readonly ListElement<L>[] }

/** The element that each list holds. */
interface ListElements {
  assets: AssetSpec
  numerics: NumericSpec
  texts: TextSpec
  tuples: TupleSpec
  contacts: ContactSpec
  equalities: EqualitySpec
  tendons: TendonSpec
  actuators: ActuatorSpec
  sensors: SensorSpec
}
export type ListName = keyof ListElements
export type ListElement<L extends ListName> = ListElements[L]

/** An element of any kind, with the elements inside it, such as the path of a tendon or the bones of a skin. */
export interface AnyElement extends Element<string, Readonly<Record<string, unknown>>> {
  readonly children?: readonly AnyElement[]
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

export type NumericSpec = Element<'numeric', NumericAttributes>
export type TextSpec = Element<'text', TextAttributes>
export interface TupleSpec extends Element<'tuple', TupleAttributes> {
  readonly children: readonly TupleElementSpec[]
}
export type TupleElementSpec = Element<'element', TupleElementAttributes>
export type KeySpec = Element<'key', KeyAttributes>

/** What all assets have. */
export interface AssetElement<K extends string, A> extends Element<K, A> {
  /**
   * Where its files may lie, relative to the folder of the outermost model: the folder of the model that the asset
   * belongs to, and, if it was included, the folder of the file that it was written in. Each is empty or ends with `/`.
   */
  readonly folders: { readonly model: string; readonly file: string | undefined }
  /** More places where its file may lie, tried last; relative to the folder of the model that it belongs to. */
  readonly otherPaths?: readonly string[]
}
export type TextureSpec = AssetElement<'texture', TextureAttributes>
export interface MaterialSpec extends AssetElement<'material', MaterialAttributes> {
  readonly children: readonly LayerSpec[]
}
export type LayerSpec = Element<'layer', LayerAttributes>
export interface MeshSpec extends AssetElement<'mesh', MeshAttributes> {
  /** The function that the mesh is made from. */
  readonly plugin?: PluginUse | undefined
}
export type HfieldSpec = AssetElement<'hfield', HfieldAttributes>
export interface SkinSpec extends AssetElement<'skin', SkinAttributes> {
  readonly children: readonly BoneSpec[]
}
export type BoneSpec = Element<'bone', BoneAttributes>
export type AssetSpec = TextureSpec | MaterialSpec | MeshSpec | HfieldSpec | SkinSpec

export type PairSpec = Element<'pair', PairAttributes>
export type ExcludeSpec = Element<'exclude', ExcludeAttributes>
export type ContactSpec = PairSpec | ExcludeSpec

export type ConnectSpec = Element<'connect', ConnectAttributes>
export type WeldSpec = Element<'weld', WeldAttributes>
export type JointEqualitySpec = Element<'equality/joint', JointEqualityAttributes>
export type TendonEqualitySpec = Element<'equality/tendon', TendonEqualityAttributes>
export type DistanceEqualitySpec = Element<'equality/distance', DistanceEqualityAttributes>
export type EqualitySpec = ConnectSpec | WeldSpec | JointEqualitySpec | TendonEqualitySpec | DistanceEqualitySpec

export interface SpatialSpec extends Element<'spatial', TendonAttributes> {
  readonly children: readonly SpatialPathSpec[]
}
export type SpatialPathSpec =
  | Element<'spatial/site', Attributes<typeof spatialSite>>
  | Element<'spatial/geom', Attributes<typeof spatialGeom>>
  | Element<'pulley', Attributes<typeof pulley>>

export interface FixedSpec extends Element<'fixed', TendonAttributes> {
  readonly children: readonly FixedPathSpec[]
}
export type FixedPathSpec = Element<'fixed/joint', Attributes<typeof fixedJoint>>

export type TendonSpec = SpatialSpec | FixedSpec

/** An actuator of any tag: `kind` is the tag, the attributes are those of `general`. */
export type ActuatorSpec = Element<ActuatorTag, ActuatorAttributes>

/** A sensor of any type: `kind` is its entry in the grammar, `type` its `SensorType`. */
export interface SensorSpec extends Element<SensorKind, SensorAttributes> {
  readonly type: number
}
