import type { AnyElement } from '../mjcf/spec.ts'
import type { XmlElement } from '../mjcf/xml.ts'
import type { RobotContext } from './context.ts'

/** Joints that follow others, as equality constraints between joints. */
export function readMimics(_robot: XmlElement, _context: RobotContext): AnyElement[] {
  return []
}
