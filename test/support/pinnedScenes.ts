import { readFileSync } from 'node:fs'
import { spots } from './islandScenes.ts'

/** A scene whose state after 1,000 steps is pinned by a hash. */
export interface PinnedScene {
  readonly name: string
  readonly xml: string
}

/** Meshes, a height field and a signed distance, that fall on each other. */
const shapes = `
<mujoco>
  <option timestep=".004" cone="elliptic"/>
  <extension><plugin plugin="mujoco.sdf.torus"><instance name="torus"><config key="radius1" value=".25"/>
    <config key="radius2" value=".1"/></instance></plugin></extension>
  <asset>
    <mesh name="cone" builtin="cone" params="9 .4" scale=".2 .2 .3"/>
    <mesh name="egg" builtin="supersphere" params="12 .7 1.2" scale=".2 .25 .2"/>
    <mesh name="wedge" builtin="wedge" params="6 5 90 60 .5" scale=".3 .3 .3"/>
    <mesh name="ring"><plugin instance="torus"/></mesh>
    <hfield name="hills" nrow="6" ncol="6" size="2 2 .4 .1" elevation="
      0 .1 .3 .2 .1 0  .2 .4 .6 .5 .3 .1  .1 .5 .9 .7 .4 .2  .2 .4 .7 1 .6 .3  .1 .3 .5 .6 .4 .1  0 .1 .2 .3 .1 0"/>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="hills"/>
    <body pos="0 0 1"><freejoint/><geom type="mesh" mesh="cone"/></body>
    <body pos=".3 .2 1.4" euler="20 30 0"><freejoint/><geom type="mesh" mesh="egg"/></body>
    <body pos="-.4 .1 1.2" euler="70 0 30"><freejoint/><geom type="mesh" mesh="egg"/></body>
    <body pos=".2 -.4 1.6"><freejoint/><geom type="box" size=".15 .2 .1"/></body>
    <body pos="-.3 -.5 1.3" euler="10 0 0"><freejoint/><geom type="sdf" mesh="ring"><plugin instance="torus"/></geom></body>
    <body pos="-.2 -.5 2"><freejoint/><geom type="cylinder" size=".08 .3"/></body>
    <body pos=".5 .5 1.2"><freejoint/><geom type="ellipsoid" size=".1 .2 .15"/></body>
  </worldbody>
</mujoco>`

const file = (name: string): string => readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8')

export const PINNED_SCENES: readonly PinnedScene[] = [
  { name: 'humanoid', xml: file('humanoid') },
  { name: 'quadruped', xml: file('quadruped') },
  { name: 'muscle arm', xml: file('muscle_arm') },
  { name: 'meshes, height field and signed distance', xml: shapes },
  { name: 'islands that fall asleep', xml: spots(24, '<option><flag sleep="enable"/></option>') },
]
