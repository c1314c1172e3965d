/** Robots in URDF for each thing that URDF can say. */

const inertial = (
  mass: number,
  origin = '',
  inertia = 'ixx="0.1" ixy="0.01" ixz="-0.02" iyy="0.2" iyz="0.03" izz="0.15"',
) => `<inertial>${origin && `<origin ${origin}/>`}<mass value="${mass}"/><inertia ${inertia}/></inertial>`
const link = (name: string, content = '') => `<link name="${name}">${content}</link>`
const joint = (name: string, type: string, parent: string, child: string, content = '') =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${content}</joint>`
const shape = (kind: 'visual' | 'collision', geometry: string, attributes = '', content = '') =>
  `<${kind} ${attributes}><geometry>${geometry}</geometry>${content}</${kind}>`
const robot = (name: string, ...content: string[]) =>
  `<?xml version="1.0"?><robot name="${name}">${content.join('')}</robot>`
const compiler = (settings: string) => `<mujoco><compiler ${settings}/></mujoco>`

const BOX = '<box size="0.2 0.3 0.4"/>'
const BALL = '<sphere radius="0.1"/>'
const ROD = '<cylinder radius="0.05" length="0.6"/>'
const PILL = '<capsule radius="0.05" length="0.6"/>'

const arm = (settings = '') =>
  robot(
    'arm',
    settings,
    '<material name="grey"><color rgba="0.3 0.3 0.3 1"/></material>',
    link('base', inertial(5) + shape('visual', BOX, '', '<material name="grey"/>') + shape('collision', BOX)),
    link(
      'upper',
      inertial(2, 'xyz="0 0 0.3" rpy="0.1 0.2 0.3"') + shape('collision', ROD, '', '<origin xyz="0 0 0.3"/>'),
    ),
    link(
      'lower',
      inertial(1, 'xyz="0.1 0 0"') +
        shape('visual', PILL, 'name="skin"', '<material name="red"><color rgba="1 0 0 0.5"/></material>') +
        shape('collision', PILL, 'name="bone"', '<origin rpy="0 1.5 0.2"/>') +
        shape('collision', BALL),
    ),
    link('hand', inertial(0.3) + shape('collision', BALL, 'name="bone"')),
    joint(
      'shoulder',
      'revolute',
      'base',
      'upper',
      '<origin xyz="0 0 0.2" rpy="0.3 -0.2 1"/><axis xyz="0 1 1"/><limit lower="-1" upper="2" effort="30" velocity="2"/><dynamics damping="0.7" friction="0.1"/>',
    ),
    joint(
      'elbow',
      'continuous',
      'upper',
      'lower',
      '<origin xyz="0 0 0.6"/><axis xyz="0 1 0"/><limit effort="-12" velocity="3"/>',
    ),
    joint('wrist', 'fixed', 'lower', 'hand', '<origin xyz="0 0 0.6" rpy="0 0.4 0"/>'),
    '<transmission name="t"><type>x</type></transmission><gazebo reference="base"><mu1>0.2</mu1></gazebo>',
  )

const finger = (name: string, side: number) => link(name, inertial(0.1, `xyz="${side} 0 0"`) + shape('collision', BOX))

const gripper = (mimic: string, type = 'prismatic') =>
  robot(
    'gripper',
    link('palm', inertial(1) + shape('collision', BOX)),
    finger('left', 0.1),
    finger('right', -0.1),
    joint('slide_left', 'prismatic', 'palm', 'left', '<axis xyz="1 0 0"/><limit lower="0" upper="0.04" effort="5"/>'),
    joint('slide_right', type, 'palm', 'right', `<axis xyz="-1 0 0"/>${mimic}`),
  )

const vehicle = (type: string, content = '', settings = '') =>
  robot(
    'vehicle',
    settings,
    link('world', shape('collision', '<box size="9 9 0.1"/>')),
    link('chassis', inertial(20, 'xyz="0 0 0.1"') + shape('collision', BOX)),
    ...['front', 'back'].map((name) =>
      link(name, inertial(1) + shape('collision', ROD, '', '<origin rpy="1.5708 0 0"/>')),
    ),
    joint('drive', type, 'world', 'chassis', `<origin xyz="0 0 0.5" rpy="0 0 0.3"/>${content}`),
    joint('front_axle', 'continuous', 'chassis', 'front', '<origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>'),
    joint('back_axle', 'continuous', 'chassis', 'back', '<origin xyz="-0.4 0 0"/><axis xyz="0 1 0"/>'),
  )

const single = (content: string, jointContent = '', settings = '', type = 'revolute') =>
  robot('one', settings, link('base'), link('body', content), joint('j', type, 'base', 'body', jointContent))

/** Robots that load. */
export const ROBOTS: Readonly<Record<string, string>> = {
  'an arm': arm(),
  'an arm with everything that is seen': arm(compiler('discardvisual="false"')),
  'an arm with all its links': arm(compiler('fusestatic="false" discardvisual="false"')),
  'an arm whose inertia comes from its shapes': arm(compiler('inertiafromgeom="true"')),
  'an arm of a given mass': arm(compiler('settotalmass="3" boundmass="0.5" boundinertia="0.01"')),
  'an arm in degrees, which do not count': arm(compiler('angle="degree" eulerseq="zyx"')),
  'a car on a floating base': vehicle('floating'),
  'a car with damped floating base': vehicle(
    'floating',
    '<dynamics damping="2" friction="1"/><limit lower="-1" upper="1" effort="4"/>',
  ),
  'a car in the plane': vehicle(
    'planar',
    '<axis xyz="0 0 1"/><limit lower="-3" upper="4" effort="7"/><dynamics damping="3"/>',
  ),
  'a car in a tilted plane': vehicle('planar', '<axis xyz="1 2 -1"/><dynamics friction="2"/>'),
  'a car in the plane across x': vehicle('planar'),
  'a car upside down in its plane': vehicle('planar', '<axis xyz="0 0 -2"/>'),
  'a car on a ball': vehicle('spherical', '<limit lower="0" upper="1" effort="3"/>'),
  'a car fixed to the world': vehicle('fixed', '', compiler('fusestatic="false"')),
  'a gripper': gripper('<limit lower="0" upper="0.04" effort="5"/>'),
  'a gripper whose fingers move together': gripper('<mimic joint="slide_left"/>'),
  'a gripper whose finger turns': gripper('<mimic joint="slide_left" multiplier="-2.5" offset="0.1"/>', 'revolute'),
  'two fingers that follow a third': robot(
    'three',
    link('palm', inertial(1)),
    ...['a', 'b', 'c'].map((name) => link(name, inertial(0.1))),
    joint('ja', 'continuous', 'palm', 'a', '<mimic joint="jc" multiplier="2"/>'),
    joint('jb', 'revolute', 'a', 'b', '<mimic joint="jc" offset="-1"/>'),
    joint('jc', 'prismatic', 'palm', 'c'),
  ),
  'a fixed joint that follows': gripper('<mimic joint="slide_left"/>', 'fixed'),
  'two robots in one file': robot(
    'two',
    link('a', inertial(1)),
    link('b', inertial(2)),
    link('c', inertial(1)),
    joint('j', 'revolute', 'b', 'c'),
  ),
  'an empty robot': '<robot/>',
  'links and joints in any order': robot(
    'order',
    joint('k', 'revolute', 'b', 'c'),
    joint('j2', 'prismatic', 'a', 'd'),
    joint('j', 'revolute', 'a', 'b'),
    ...['d', 'c', 'b', 'a'].map((name) => link(name, inertial(1) + shape('collision', BALL))),
  ),
  'settings of the physics': single(
    inertial(1),
    '',
    '<mujoco><option timestep="0.01" gravity="0 0 -1" integrator="RK4"><flag contact="disable"/></option><size nuserdata="3" nkey="2" nuser_body="2"/></mujoco>',
  ),
  'mass from shapes alone': single(
    shape('collision', BOX) + shape('visual', BALL) + shape('collision', PILL, '', '<origin xyz="1 0 0"/>'),
  ),
  'mass from shapes alone, all kept': single(
    shape('visual', BALL) + shape('collision', BOX),
    '',
    compiler('discardvisual="false"'),
  ),
  'a point mass with a bound on inertia': single(
    inertial(1, '', 'ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"'),
    '',
    compiler('boundinertia="0.01"'),
  ),
  'inertia that is balanced': single(
    inertial(1, 'rpy="1 2 3"', 'ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="1"'),
    '',
    compiler('balanceinertia="true"'),
  ),
  'inertia along its axes': single(
    inertial(1, 'xyz="1 2 3" rpy="0 0 1.57"', 'ixx="1" ixy="0" ixz="0" iyy="1.1" iyz="0" izz="1.2"'),
  ),
  'a sphere of inertia': single(inertial(1, 'rpy="0.1 0 0"', 'ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"')),
  'half a range': single(inertial(1), '<limit lower="-1" effort="1"/>'),
  'the other half of a range': single(inertial(1), '<limit upper="1"/>'),
  'an empty range': single(inertial(1), '<limit lower="1" upper="1"/>'),
  'a range upside down': single(inertial(1), '<limit lower="1" upper="-1"/>'),
  'a range of a continuous joint': single(inertial(1), '<limit lower="-1" upper="1"/>', '', 'continuous'),
  'a joint without name': single(inertial(1)).replace('name="j"', 'name=""'),
  'two joints of one name': robot(
    'dup',
    link('a'),
    link('b', inertial(1)),
    link('c', inertial(1)),
    joint('j', 'revolute', 'a', 'b'),
    joint('j', 'prismatic', 'a', 'c'),
  ),
  'a name that a planar joint made': robot(
    'dup',
    link('a'),
    link('b', inertial(1)),
    link('c', inertial(1)),
    joint('j', 'planar', 'a', 'b'),
    joint('j_TX', 'prismatic', 'a', 'c'),
  ),
  'several shapes in one geometry': single(inertial(1) + shape('collision', BALL + BOX)),
  'colours before and after shapes': single(
    inertial(1) +
      shape('collision', BALL) +
      shape('visual', BALL, '', '<material name="a"/>') +
      shape('collision', BALL) +
      shape('visual', BALL, '', '<material name="b"><color rgba="0 0 1 1"/></material>') +
      shape('collision', BALL) +
      shape('visual', BALL, '', '<material name="unknown"/>') +
      shape('visual', BALL, '', '<material name="b"/>'),
    '',
    `${compiler('discardvisual="false"')}<material name="a"><color rgba="0 1 0 1"/></material><material name="a"><color rgba="1 1 1 1"/></material>`,
  ),
  'empty numbers': single(inertial(1) + shape('collision', BALL, '', '<origin xyz="" rpy=""/>')),
  'an include, which is not for us': single(inertial(1)).replace('</robot>', '<include file="x.xml"/></robot>'),
}

/** Robots that neither engine takes. */
export const WRONG_ROBOTS: Readonly<Record<string, string>> = {
  'a joint to nowhere': robot('r', link('a'), joint('j', 'fixed', 'a', 'b')),
  'a joint from nowhere': robot('r', link('a'), joint('j', 'fixed', 'b', 'a')),
  'two parents': robot(
    'r',
    ...['a', 'b', 'c'].map((n) => link(n, inertial(1))),
    joint('j', 'fixed', 'a', 'c'),
    joint('k', 'fixed', 'b', 'c'),
  ),
  'a circle': robot(
    'r',
    ...['a', 'b'].map((n) => link(n, inertial(1))),
    joint('j', 'fixed', 'a', 'b'),
    joint('k', 'fixed', 'b', 'a'),
  ),
  'a link of its own': robot('r', link('a', inertial(1)), joint('j', 'fixed', 'a', 'a')),
  'two links of one name': robot('r', link('a'), link('a')),
  'a link without name': robot('r', '<link/>'),
  'a joint without name': single(inertial(1)).replace('name="j"', ''),
  'a joint without type': single(inertial(1)).replace('type="revolute"', ''),
  'an unknown joint': single(inertial(1), '', '', 'screw'),
  'a joint without child': single(inertial(1)).replace('<child link="body"/>', ''),
  'an axis without direction': single(inertial(1), '<axis xyz="0 0 0"/>'),
  'an axis of two numbers': single(inertial(1), '<axis xyz="0 0"/>'),
  'an axis without numbers': single(inertial(1), '<axis/>'),
  'two origins': single(inertial(1), '<origin/><origin/>'),
  'two mujoco blocks': single(inertial(1), '', '<mujoco/><mujoco/>'),
  'a free joint inside': robot(
    'r',
    ...['a', 'b', 'c'].map((n) => link(n, inertial(1))),
    joint('j', 'revolute', 'a', 'b'),
    joint('k', 'floating', 'b', 'c'),
  ),
  'a moving world': robot('r', link('a', inertial(1)), link('world'), joint('j', 'revolute', 'a', 'world')),
  'a moving link without mass': single(''),
  'an inertial without mass': single('<inertial><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'),
  'an inertial without inertia': single('<inertial><mass value="1"/></inertial>'),
  'half an inertia': single(inertial(1, '', 'ixx="1" iyy="1" izz="1"')),
  'negative inertia': single(inertial(1, '', 'ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="-1"')),
  'inertia of no body': single(inertial(1, '', 'ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"')),
  'inertia in one direction': single(inertial(1, '', 'ixx="1" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"')),
  'negative mass': single(inertial(-1)),
  'two inertials': single(inertial(1) + inertial(1)),
  'a collision without geometry': single(`${inertial(1)}<collision/>`),
  'a geometry without shape': single(inertial(1) + shape('collision', '')),
  'an unknown shape': single(inertial(1) + shape('collision', '<cone radius="1"/>')),
  'a flat box': single(inertial(1) + shape('collision', '<box size="1 1"/>')),
  'a cylinder without length': single(inertial(1) + shape('collision', '<cylinder radius="1"/>')),
  'a sphere inside out': single(inertial(1) + shape('collision', '<sphere radius="-1"/>')),
  'a colour of three numbers': single(
    inertial(1) + shape('visual', BALL, '', '<material name="x"><color rgba="1 1 1"/></material>'),
  ),
  'a material without name and colour': single(inertial(1) + shape('visual', BALL, '', '<material/>')),
  'a joint that follows itself': gripper('<mimic joint="slide_right"/>'),
  'a joint that follows nobody': gripper('<mimic/>'),
  'a joint that follows twice': gripper('<mimic joint="slide_left"/><mimic joint="slide_left"/>'),
  'a word for a number': single(inertial(1), '<dynamics damping="much"/>'),
  'too many numbers': single(inertial(1), '<dynamics damping="1 2"/>'),
}

/** What we refuse and the reference lets pass, because something that was written would have no effect. */
export const REFUSED_BY_US: Readonly<Record<string, string>> = {
  'a section of MJCF that URDF does not read': single(
    inertial(1),
    '',
    '<mujoco><actuator><motor joint="j"/></actuator></mujoco>',
  ),
  'a misspelt setting': single(inertial(1), '', compiler('balanceinertias="true"')),
  'a joint that follows an unknown one': gripper('<mimic joint="slide_lft"/>'),
  'a ball that follows': gripper('<mimic joint="slide_left"/>', 'spherical'),
  'a joint that follows a ball': gripper('<mimic joint="slide_left"/>').replace('"prismatic"', '"spherical"'),
  'a world that hangs on a link': robot('r', link('a', inertial(1)), link('world'), joint('j', 'fixed', 'a', 'world')),
}

/** A wedge and a box, as OBJ files. */
const WEDGE = 'v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
const BRICK = `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`).join('\n')}
f 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n`
const mesh = (filename: string, scale = '') => `<mesh filename="${filename}" ${scale && `scale="${scale}"`}/>`

/** Robots with meshes, and the files beside them. */
export const MESH_ROBOTS: Readonly<Record<string, { xml: string; files: Readonly<Record<string, string>> }>> = {
  'a mesh': { xml: single(inertial(1) + shape('collision', mesh('wedge.obj'))), files: { 'wedge.obj': WEDGE } },
  'a mesh in another place': {
    xml: single(inertial(1) + shape('collision', mesh('wedge.obj'), '', '<origin xyz="1 2 3" rpy="0.1 0.2 1"/>')),
    files: { 'wedge.obj': WEDGE },
  },
  'a mesh in several sizes': {
    xml: single(
      inertial(1) +
        ['2 2 2', '2 2 2', '3 2 -2', ''].map((scale) => shape('collision', mesh('wedge.obj', scale))).join('') +
        shape('collision', mesh('brick.obj')),
    ),
    files: { 'wedge.obj': WEDGE, 'brick.obj': BRICK },
  },
  'a mesh in the folder for meshes': {
    xml: single(inertial(1) + shape('collision', mesh('x/wedge.obj')), '', compiler('meshdir="shapes"')),
    files: { 'shapes/x/wedge.obj': WEDGE },
  },
  'a mesh by its name alone': {
    xml: single(
      inertial(1) + shape('collision', mesh('package://arm/x/wedge.obj')),
      '',
      compiler('meshdir="shapes" strippath="true"'),
    ),
    files: { 'shapes/wedge.obj': WEDGE },
  },
  'a mesh with its folder': {
    xml: single(inertial(1) + shape('collision', mesh('shapes/wedge.obj'))),
    files: { 'shapes/wedge.obj': WEDGE },
  },
  'mass from a mesh': { xml: single(shape('collision', mesh('wedge.obj'))), files: { 'wedge.obj': WEDGE } },
  'a mesh that is seen and touched': {
    xml: single(
      inertial(1) + shape('visual', mesh('wedge.obj')) + shape('collision', mesh('wedge.obj')),
      '',
      compiler('discardvisual="false"'),
    ),
    files: { 'wedge.obj': WEDGE },
  },
  'links in another order than in the tree, with meshes and equal names of shapes': {
    xml: robot(
      'order',
      ...['wedge', 'brick', 'base'].map((name) =>
        link(name, inertial(1) + shape('collision', mesh(`${name}.obj`), 'name="shell"')),
      ),
      joint('j', 'revolute', 'base', 'brick'),
      joint('k', 'revolute', 'brick', 'wedge'),
    ),
    files: { 'wedge.obj': WEDGE, 'brick.obj': BRICK, 'base.obj': WEDGE },
  },
  'a mesh that nobody needs': {
    xml: single(inertial(1) + shape('visual', mesh('missing.obj')) + shape('collision', mesh('brick.obj'))),
    files: { 'brick.obj': BRICK },
  },
}

export const SHAPES = { WEDGE, BRICK }
export const parts = { inertial, shape, compiler, single, mesh }
