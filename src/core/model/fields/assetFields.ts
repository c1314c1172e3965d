import { VolumeArrays } from './bvhFields.ts'

/** Other assets of geoms: height fields, textures, materials, skins. */
export class AssetArrays extends VolumeArrays {
  // skins: surfaces that follow bodies, for pictures only
  /** Material; -1: none. Shape: nskin. */
  readonly skin_matid = this.arena.i32(this.nskin)
  /** Group, for drawing. Shape: nskin. */
  readonly skin_group = this.arena.i32(this.nskin)
  /** Color, where there is no material. Shape: nskin × 4. */
  readonly skin_rgba = this.arena.f32(this.nskin, 4)
  /** Offset outward along the normals, m. Shape: nskin. */
  readonly skin_inflate = this.arena.f32(this.nskin)
  /** First vertex. Shape: nskin. */
  readonly skin_vertadr = this.arena.i32(this.nskin)
  /** Number of vertices. Shape: nskin. */
  readonly skin_vertnum = this.arena.i32(this.nskin)
  /** First texture coordinate; -1: none. Shape: nskin. */
  readonly skin_texcoordadr = this.arena.i32(this.nskin)
  /** First triangle. Shape: nskin. */
  readonly skin_faceadr = this.arena.i32(this.nskin)
  /** Number of triangles. Shape: nskin. */
  readonly skin_facenum = this.arena.i32(this.nskin)
  /** First bone. Shape: nskin. */
  readonly skin_boneadr = this.arena.i32(this.nskin)
  /** Number of bones. Shape: nskin. */
  readonly skin_bonenum = this.arena.i32(this.nskin)
  /** Vertices in the bind pose, m. Shape: nskinvert × 3. */
  readonly skin_vert = this.arena.f32(this.nskinvert, 3)
  /** Texture coordinates. Shape: nskintexvert × 2. */
  readonly skin_texcoord = this.arena.f32(this.nskintexvert, 2)
  /** Vertices of each triangle, counted within the skin. Shape: nskinface × 3. */
  readonly skin_face = this.arena.i32(this.nskinface, 3)
  /** First vertex of each bone in `skin_bonevertid`. Shape: nskinbone. */
  readonly skin_bonevertadr = this.arena.i32(this.nskinbone)
  /** Number of vertices of each bone. Shape: nskinbone. */
  readonly skin_bonevertnum = this.arena.i32(this.nskinbone)
  /** Position of each bone in the bind pose, m. Shape: nskinbone × 3. */
  readonly skin_bonebindpos = this.arena.f32(this.nskinbone, 3)
  /** Orientation of each bone in the bind pose. Shape: nskinbone × 4. */
  readonly skin_bonebindquat = this.arena.f32(this.nskinbone, 4)
  /** Body of each bone. Shape: nskinbone. */
  readonly skin_bonebodyid = this.arena.i32(this.nskinbone)
  /** Vertices that follow each bone, counted within the skin. Shape: nskinbonevert. */
  readonly skin_bonevertid = this.arena.i32(this.nskinbonevert)
  /** Weights with which they follow. Shape: nskinbonevert. */
  readonly skin_bonevertweight = this.arena.f32(this.nskinbonevert)

  // height fields
  /** Half sizes along x and y, elevation at data 1, thickness of the base, m. Shape: nhfield × 4. */
  readonly hfield_size = this.arena.f64(this.nhfield, 4)
  /** Number of rows. Shape: nhfield. */
  readonly hfield_nrow = this.arena.i32(this.nhfield)
  /** Number of columns. Shape: nhfield. */
  readonly hfield_ncol = this.arena.i32(this.nhfield)
  /** First number in `hfield_data`. Shape: nhfield. */
  readonly hfield_adr = this.arena.i32(this.nhfield)
  /** Elevation from 0 to 1, row by row. Shape: nhfielddata. */
  readonly hfield_data = this.arena.f32(this.nhfielddata)

  // textures
  /** Kind of texture: 2D, cube, skybox. Shape: ntex. */
  readonly tex_type = this.arena.i32(this.ntex)
  /** Color space: unknown, linear, sRGB. Shape: ntex. */
  readonly tex_colorspace = this.arena.i32(this.ntex)
  /** Rows, pixels. Shape: ntex. */
  readonly tex_height = this.arena.i32(this.ntex)
  /** Columns, pixels. Shape: ntex. */
  readonly tex_width = this.arena.i32(this.ntex)
  /** Number of channels. Shape: ntex. */
  readonly tex_nchannel = this.arena.i32(this.ntex)
  /** First byte in `tex_data`. Shape: ntex. */
  readonly tex_adr = this.arena.i32(this.ntex)
  readonly #pixels = this.arena.u8(this.ntexdata)
  #paint: (() => void) | undefined = undefined

  // materials
  /** Texture of each role; -1: none. Shape: nmat × 10. */
  readonly mat_texid = this.arena.i32(this.nmat, 10)
  /** 1: the texture keeps its scale on geoms of any size. Shape: nmat. */
  readonly mat_texuniform = this.arena.u8(this.nmat)
  /** How often the texture repeats along x and y. Shape: nmat × 2. */
  readonly mat_texrepeat = this.arena.f32(this.nmat, 2)
  /** Share of its color that it emits. Shape: nmat. */
  readonly mat_emission = this.arena.f32(this.nmat)
  /** Strength of highlights. Shape: nmat. */
  readonly mat_specular = this.arena.f32(this.nmat)
  /** Sharpness of highlights. Shape: nmat. */
  readonly mat_shininess = this.arena.f32(this.nmat)
  /** Strength of the mirror image in planes and boxes. Shape: nmat. */
  readonly mat_reflectance = this.arena.f32(this.nmat)
  /** Metalness, for physically based drawing. Shape: nmat. */
  readonly mat_metallic = this.arena.f32(this.nmat)
  /** Roughness, for physically based drawing. Shape: nmat. */
  readonly mat_roughness = this.arena.f32(this.nmat)
  /** Color. Shape: nmat × 4. */
  readonly mat_rgba = this.arena.f32(this.nmat, 4)

  /**
   * Pixels. Those of built-in textures are painted when this is first read: a simulation without pictures never does.
   * Shape: ntexdata.
   */
  get tex_data(): Uint8Array<ArrayBufferLike> {
    const paint = this.#paint
    if (paint !== undefined) {
      this.#paint = undefined
      paint()
    }
    return this.#pixels
  }

  /** Leaves what is still to be painted of `tex_data` to the first one who reads it. @internal */
  paintWhenRead(paint: () => void): void {
    this.#paint = paint
  }
}

/** Arrays of a model that are made when they are first read: its other arrays are properties of its own. */
export const MADE_WHEN_READ = ['tex_data'] as const
