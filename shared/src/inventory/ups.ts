import { z } from 'zod'
import { deviceLine } from './primitives.ts'

const text = deviceLine(256)
const amount = z.number().nonnegative()

const lineSchema = z.object({
  hertz: amount.optional(),
  volts: amount.optional(),
  amperes: amount.optional(),
  watts: z.number().optional(),
  loadPercent: amount.optional(),
})
const lines = z.array(lineSchema).max(16).default([])

/** State of a power supply: UPS-MIB (RFC 1628), with its tenths converted to whole units. */
export const upsSchema = z.object({
  name: text.optional(),
  attachedDevices: text.optional(),
  ratedVoltAmperes: amount.optional(),
  ratedWatts: amount.optional(),
  battery: z
    .object({
      status: z.enum(['unknown', 'normal', 'low', 'depleted']).optional(),
      chargePercent: amount.max(100).optional(),
      minutesRemaining: amount.optional(),
      /** 0 while the supply is not on battery. */
      secondsOnBattery: amount.optional(),
      volts: amount.optional(),
      amperes: z.number().optional(),
      celsius: z.number().optional(),
    })
    .default({}),
  /** upsOutputSource: the source that powers the load. */
  source: z.enum(['other', 'none', 'normal', 'bypass', 'battery', 'booster', 'reducer']).optional(),
  input: lines,
  output: lines,
  /** Active alarms, by the names of upsWellKnownAlarms (`onBattery`) or by their object. */
  alarms: z.array(text).max(64).default([]),
})
export type Ups = z.infer<typeof upsSchema>
