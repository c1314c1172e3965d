/**
 * Settings of the picture (`m.vis`): kept for the viewer, without effect on the physics. Names as in MJCF.
 * MuJoCo: mjVisual, mj_defaultVisual.
 */
export class Visual {
  /** The free camera and the window. */
  global = {
    /** Camera that is shown first; -1: the free camera. Default: -1. */
    cameraid: -1,
    /** 1: the free camera is orthographic. Default: 0. */
    orthographic: 0,
    /** Vertical field of view of the free camera, degrees. Default: 45. */
    fovy: 45,
    /** Distance between the eyes of the free camera, m. Default: 0.068. */
    ipd: 0.068,
    /** First azimuth of the free camera, degrees. Default: 90. */
    azimuth: 90,
    /** First elevation of the free camera, degrees. Default: -45. */
    elevation: -45,
    /** Width of lines, pixels. Default: 1. */
    linewidth: 1,
    /** Glow of the selected body. Default: 0.3. */
    glow: 0.3,
    /** First speed of the simulation, as a share of real time. Default: 1. */
    realtime: 1,
    /** Width of pictures off the screen, pixels. Default: 640. */
    offwidth: 640,
    /** Height of pictures off the screen, pixels. Default: 480. */
    offheight: 480,
    /** 1: inertias are drawn as ellipsoids, 0: as boxes. Default: 0. */
    ellipsoidinertia: 0,
    /** 1: bounding volumes that are in use are highlighted. Default: 0. */
    bvactive: 0,
  }
  /** Quality of pictures. */
  quality = {
    /** Side of the shadow map, pixels. Default: 4096. */
    shadowsize: 4096,
    /** Samples of a pixel off the screen. Default: 4. */
    offsamples: 4,
    /** Slices of round shapes. Default: 28. */
    numslices: 28,
    /** Stacks of round shapes. Default: 16. */
    numstacks: 16,
    /** Squares along the side of a box. Default: 4. */
    numquads: 4,
  }
  /** The light at the free camera. */
  headlight = {
    /** Ambient color. Default: (0.1, 0.1, 0.1). */
    ambient: Float32Array.of(0.1, 0.1, 0.1),
    /** Diffuse color. Default: (0.4, 0.4, 0.4). */
    diffuse: Float32Array.of(0.4, 0.4, 0.4),
    /** Specular color. Default: (0.5, 0.5, 0.5). */
    specular: Float32Array.of(0.5, 0.5, 0.5),
    /** 1: it is on. Default: 1. */
    active: 1,
  }
  /** Scales of drawing and of the mouse. */
  map = {
    /** Stiffness of the mouse pull. Default: 100. */
    stiffness: 100,
    /** Rotational stiffness of the mouse pull. Default: 500. */
    stiffnessrot: 500,
    /** Length of a drawn force, m/N, times the mean size. Default: 0.005. */
    force: 0.005,
    /** Length of a drawn torque. Default: 0.1. */
    torque: 0.1,
    /** Transparency of geoms when they are drawn transparent. Default: 0.3. */
    alpha: 0.3,
    /** Where fog begins, times the extent. Default: 3. */
    fogstart: 3,
    /** Where fog ends, times the extent. Default: 10. */
    fogend: 10,
    /** Near plane of cameras, times the extent. Default: 0.01. */
    znear: 0.01,
    /** Far plane of cameras, times the extent. Default: 50. */
    zfar: 50,
    /** Share of the far plane over which haze fades in. Default: 0.3. */
    haze: 0.3,
    /** Half size of the region of shadows of directional lights, times the extent. Default: 1. */
    shadowclip: 1,
    /** Half angle of shadows of spotlights, as a share of their cutoff. Default: 0.6. */
    shadowscale: 0.6,
    /** Width of tendons with actuators, times their own. Default: 2. */
    actuatortendon: 2,
  }
  /** Sizes of signs, times the mean size of the model. */
  scale = {
    /** Width of the arrow of a force. Default: 0.1. */
    forcewidth: 0.1,
    /** Radius of the disc of a contact. Default: 0.3. */
    contactwidth: 0.3,
    /** Thickness of the disc of a contact. Default: 0.1. */
    contactheight: 0.1,
    /** Width of connections from joints to bodies. Default: 0.2. */
    connect: 0.2,
    /** Radius of a center of mass. Default: 0.4. */
    com: 0.4,
    /** Size of a camera. Default: 0.3. */
    camera: 0.3,
    /** Size of a light. Default: 0.3. */
    light: 0.3,
    /** Radius of the selected point. Default: 0.2. */
    selectpoint: 0.2,
    /** Length of the arrow of a joint. Default: 1. */
    jointlength: 1,
    /** Width of the arrow of a joint. Default: 0.1. */
    jointwidth: 0.1,
    /** Length of the sign of an actuator. Default: 0.7. */
    actuatorlength: 0.7,
    /** Width of the sign of an actuator. Default: 0.2. */
    actuatorwidth: 0.2,
    /** Length of the axes of a frame. Default: 1. */
    framelength: 1,
    /** Width of the axes of a frame. Default: 0.1. */
    framewidth: 0.1,
    /** Width of a broken constraint. Default: 0.1. */
    constraint: 0.1,
    /** Width of a slider-crank. Default: 0.2. */
    slidercrank: 0.2,
    /** Length of the drawn view of a camera. Default: 10. */
    frustum: 10,
  }
  /** Colors of signs. */
  rgba = {
    /** Fog. Default: (0, 0, 0, 1). */
    fog: Float32Array.of(0, 0, 0, 1),
    /** Haze. Default: (1, 1, 1, 1). */
    haze: Float32Array.of(1, 1, 1, 1),
    /** Forces. Default: (1, 0.5, 0.5, 1). */
    force: Float32Array.of(1, 0.5, 0.5, 1),
    /** Inertia boxes. Default: (0.8, 0.2, 0.2, 0.6). */
    inertia: Float32Array.of(0.8, 0.2, 0.2, 0.6),
    /** Joints. Default: (0.2, 0.6, 0.8, 1). */
    joint: Float32Array.of(0.2, 0.6, 0.8, 1),
    /** Actuators at zero. Default: (0.2, 0.25, 0.2, 1). */
    actuator: Float32Array.of(0.2, 0.25, 0.2, 1),
    /** Actuators at their lower bound. Default: (0.2, 0.6, 0.9, 1). */
    actuatornegative: Float32Array.of(0.2, 0.6, 0.9, 1),
    /** Actuators at their upper bound. Default: (0.9, 0.4, 0.2, 1). */
    actuatorpositive: Float32Array.of(0.9, 0.4, 0.2, 1),
    /** Centers of mass. Default: (0.9, 0.9, 0.9, 1). */
    com: Float32Array.of(0.9, 0.9, 0.9, 1),
    /** Cameras. Default: (0.6, 0.9, 0.6, 1). */
    camera: Float32Array.of(0.6, 0.9, 0.6, 1),
    /** Lights. Default: (0.6, 0.6, 0.9, 1). */
    light: Float32Array.of(0.6, 0.6, 0.9, 1),
    /** The selected point. Default: (0.9, 0.9, 0.1, 1). */
    selectpoint: Float32Array.of(0.9, 0.9, 0.1, 1),
    /** Connections from joints to bodies. Default: (0.2, 0.2, 0.8, 1). */
    connect: Float32Array.of(0.2, 0.2, 0.8, 1),
    /** Contacts. Default: (0.9, 0.6, 0.2, 1). */
    contactpoint: Float32Array.of(0.9, 0.6, 0.2, 1),
    /** Contact forces. Default: (0.7, 0.9, 0.9, 1). */
    contactforce: Float32Array.of(0.7, 0.9, 0.9, 1),
    /** Friction part of contact forces. Default: (0.9, 0.8, 0.4, 1). */
    contactfriction: Float32Array.of(0.9, 0.8, 0.4, 1),
    /** Contact torques. Default: (0.9, 0.7, 0.9, 1). */
    contacttorque: Float32Array.of(0.9, 0.7, 0.9, 1),
    /** Contacts in their gap. Default: (0.5, 0.8, 0.9, 1). */
    contactgap: Float32Array.of(0.5, 0.8, 0.9, 1),
    /** Rays of rangefinders. Default: (1, 1, 0.1, 1). */
    rangefinder: Float32Array.of(1, 1, 0.1, 1),
    /** Broken constraints. Default: (0.9, 0, 0, 1). */
    constraint: Float32Array.of(0.9, 0, 0, 1),
    /** Slider-cranks. Default: (0.5, 0.3, 0.8, 1). */
    slidercrank: Float32Array.of(0.5, 0.3, 0.8, 1),
    /** Slider-cranks that cannot be closed. Default: (0.9, 0, 0, 1). */
    crankbroken: Float32Array.of(0.9, 0, 0, 1),
    /** Views of cameras. Default: (1, 1, 0, 0.2). */
    frustum: Float32Array.of(1, 1, 0, 0.2),
    /** Bounding volumes. Default: (0, 1, 0, 0.5). */
    bv: Float32Array.of(0, 1, 0, 0.5),
    /** Bounding volumes in use. Default: (1, 0, 0, 0.5). */
    bvactive: Float32Array.of(1, 0, 0, 0.5),
  }
}
