import { VolumeArrays } from './bvhFields.ts'

/** Other things that geoms refer to: height fields, textures, materials, skins. */
export class AssetArrays extends VolumeArrays {
  // skins: surfaces that follow bodies, for pictures only
  readonly skin_matid = this.arena.i32(this.nskin)
  readonly skin_group = this.arena.i32(this.nskin)
  readonly skin_rgba = this.arena.f32(this.nskin, 4)
  readonly skin_inflate = this.arena.f32(this.nskin) // outward along the normals, m
  readonly skin_vertadr = this.arena.i32(this.nskin)
  readonly skin_vertnum = this.arena.i32(this.nskin)
  readonly skin_texcoordadr = this.arena.i32(this.nskin) // -1: no texture coordinates
  readonly skin_faceadr = this.arena.i32(this.nskin)
  readonly skin_facenum = this.arena.i32(this.nskin)
  readonly skin_boneadr = this.arena.i32(this.nskin)
  readonly skin_bonenum = this.arena.i32(this.nskin)
  readonly skin_vert = this.arena.f32(this.nskinvert, 3) // in the bind pose
  readonly skin_texcoord = this.arena.f32(this.nskintexvert, 2)
  readonly skin_face = this.arena.i32(this.nskinface, 3) // vertices of the triangles, counted within the skin
  readonly skin_bonevertadr = this.arena.i32(this.nskinbone)
  readonly skin_bonevertnum = this.arena.i32(this.nskinbone)
  readonly skin_bonebindpos = this.arena.f32(this.nskinbone, 3)
  readonly skin_bonebindquat = this.arena.f32(this.nskinbone, 4)
  readonly skin_bonebodyid = this.arena.i32(this.nskinbone)
  readonly skin_bonevertid = this.arena.i32(this.nskinbonevert) // vertices that follow each bone, within the skin
  readonly skin_bonevertweight = this.arena.f32(this.nskinbonevert) // how much they do

  // height fields
  readonly hfield_size = this.arena.f64(this.nhfield, 4) // half sizes along x and y, height above and below zero
  readonly hfield_nrow = this.arena.i32(this.nhfield)
  readonly hfield_ncol = this.arena.i32(this.nhfield)
  readonly hfield_adr = this.arena.i32(this.nhfield)
  readonly hfield_data = this.arena.f32(this.nhfielddata) // elevation from 0 to 1, row by row

  // textures
  readonly tex_type = this.arena.i32(this.ntex)
  readonly tex_colorspace = this.arena.i32(this.ntex)
  readonly tex_height = this.arena.i32(this.ntex) // pixels
  readonly tex_width = this.arena.i32(this.ntex)
  readonly tex_nchannel = this.arena.i32(this.ntex)
  readonly tex_adr = this.arena.i32(this.ntex)
  readonly tex_data = this.arena.u8(this.ntexdata)

  // materials
  readonly mat_texid = this.arena.i32(this.nmat, 10) // texture of each role; -1: none
  readonly mat_texuniform = this.arena.u8(this.nmat)
  readonly mat_texrepeat = this.arena.f32(this.nmat, 2)
  readonly mat_emission = this.arena.f32(this.nmat)
  readonly mat_specular = this.arena.f32(this.nmat)
  readonly mat_shininess = this.arena.f32(this.nmat)
  readonly mat_reflectance = this.arena.f32(this.nmat)
  readonly mat_metallic = this.arena.f32(this.nmat)
  readonly mat_roughness = this.arena.f32(this.nmat)
  readonly mat_rgba = this.arena.f32(this.nmat, 4)
}
