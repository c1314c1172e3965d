/**
 * The version of MuJoCo whose numbers are computed here: major·10⁶ + minor·10³ + patch.
 * MuJoCo: mj_version, mj_versionString.
 */
export const MUJOCO_VERSION = 3014000
