import type { Data } from '../data/data.ts'
import { EnableBit } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { mulM } from './crba.ts'
import { energyPos, energyVel } from './energy.ts'
import { forwardPosition, forwardVelocity } from './forward.ts'

/** Inverse dynamics: (qpos, qvel, qacc) → qfrc_inverse, the applied and actuator forces that would give qacc. */
export function inverse(m: Model, d: Data): void {
  const { nv } = m
  const { qacc, qfrc_inverse, qfrc_bias, qfrc_passive, qfrc_constraint } = d
  const withEnergy = (m.opt.enableflags & EnableBit.energy) !== 0
  forwardPosition(m, d)
  if (withEnergy) energyPos(m, d)
  forwardVelocity(m, d)
  if (withEnergy) energyVel(m, d)
  mulM(m, d, qfrc_inverse, qacc)
  qfrc_constraint.fill(0)
  for (let i = 0; i < nv; i++) qfrc_inverse[i] += qfrc_bias[i] - qfrc_passive[i]
}
