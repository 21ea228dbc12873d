import { z } from 'zod'
import { deviceLine } from './primitives.ts'

const text = deviceLine(256)
const amount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)

/** A graphics adapter. */
export const graphicsCardSchema = z.object({
  name: text,
  manufacturer: text.optional(),
  /** Address on its bus, such as `0000:01:00.0`. */
  bus: text.optional(),
  driver: text.optional(),
  driverVersion: text.optional(),
  memoryBytes: amount.optional(),
})

/** A connected display, from its EDID (VESA E-EDID 1.4). */
export const monitorSchema = z.object({
  /** Connector or instance that the display hangs on. */
  port: text,
  manufacturer: text.optional(),
  model: text.optional(),
  /** Text of the serial number descriptor, or else the number of the header; both together for Acer. */
  serialNumber: text.optional(),
  /** Year, or year and week of manufacture: `2019` or `2019-W07`. */
  made: text.optional(),
  widthMm: amount.optional(),
  heightMm: amount.optional(),
  /** Preferred resolution, `1920x1080`. */
  resolution: text.optional(),
})

/** A battery of the device itself. `ups` describes an uninterruptible power supply. */
export const batterySchema = z.object({
  name: text,
  manufacturer: text.optional(),
  model: text.optional(),
  serialNumber: text.optional(),
  chemistry: text.optional(),
  designMilliwattHours: amount.optional(),
  /** Energy of the full battery today. */
  fullMilliwattHours: amount.optional(),
  cycles: amount.optional(),
  chargePercent: amount.max(100).optional(),
})

/** A print queue that is set up on the computer. */
export const printQueueSchema = z.object({
  name: text,
  /** Make and model, as the driver gives it. */
  driver: text.optional(),
  /** Serial number of the printer. */
  serialNumber: text.optional(),
  /** Device URI or name of the port. Credentials are removed. */
  port: deviceLine(512).optional(),
  location: text.optional(),
  isDefault: z.boolean().optional(),
  isShared: z.boolean().optional(),
})
