import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { findModel } from './findModel.ts'
import { unzip } from './zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const filesOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)]))

test('prefers the file that includes the others', () => {
  const files = filesOf({ 'a/robot.xml': '<mujoco/>', 'a/world.xml': '<mujoco><include file="robot.xml"/></mujoco>' })
  expect(findModel(files)).toBe('a/world.xml')
})

test('prefers a scene', () => {
  expect(findModel(filesOf({ 'a.xml': '<mujoco/>', 'scene.xml': '<mujoco/>' }))).toBe('scene.xml')
})

test('prefers the topmost folder', () => {
  expect(findModel(filesOf({ 'deep/er/a.xml': '<mujoco/>', 'z.xml': '<mujoco/>' }))).toBe('z.xml')
})

test('recognizes URDF, and ignores other XML', () => {
  expect(findModel(filesOf({ 'a.xml': '<other/>', 'r.urdf': '<robot name="r"/>' }))).toBe('r.urdf')
})

test('finds nothing where there is no model', () => {
  expect(findModel(filesOf({ 'a.txt': '<mujoco/>' }))).toBeUndefined()
})

test('unpacks archives', () => {
  const archive = zipSync({ robot: { 'scene.xml': bytes('<mujoco/>'), meshes: { 'a.stl': bytes('x') } } })
  expect([...unzip(archive).keys()]).toEqual(['robot/scene.xml', 'robot/meshes/a.stl'])
})
