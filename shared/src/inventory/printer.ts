import { z } from 'zod'
import { deviceLine } from './primitives.ts'

const text = deviceLine(256)
const amount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)
/** Remaining amount without a number: `some` (-3 in Printer-MIB) or `unlimited` (-1). */
const withoutNumber = z.enum(['some', 'unlimited'])

/** A row of prtMarkerSuppliesTable: toner, ink, drum, staples, or a container that fills with waste. */
const printerSupplySchema = z.object({
  name: text,
  /** PrtMarkerSuppliesTypeTC by name: `toner`, `wasteToner`, `opc`, … */
  type: text.optional(),
  /** prtMarkerColorantValue: `black`, `cyan`, … */
  color: text.optional(),
  /** `filled`: the level is the amount collected. */
  class: z.enum(['consumed', 'filled']).optional(),
  /** Unit of max and level, PrtMarkerSuppliesSupplyUnitTC by name: `percent`, `impressions`, `tenthsOfGrams`, … */
  unit: text.optional(),
  max: amount.optional(),
  level: amount.optional(),
  left: withoutNumber.optional(),
})

/** A row of prtMarkerTable: a unit that prints. */
const printerMarkerSchema = z.object({
  /** PrtMarkerMarkTechTC by name: `electrophotographicLaser`, `inkjetAqueous`, … */
  technology: text.optional(),
  /** Unit of the counts, PrtMarkerCounterUnitTC by name: mostly `impressions`. */
  unit: text.optional(),
  lifeCount: amount.optional(),
  powerOnCount: amount.optional(),
})

/** A row of prtInputTable: a paper source. */
const printerTraySchema = z.object({
  name: text,
  /** PrtInputTypeTC by name: `sheetFeedAutoRemovableTray`, … */
  type: text.optional(),
  media: text.optional(),
  /** Unit of capacity and level, PrtCapacityUnitTC by name: mostly `sheets`. */
  unit: text.optional(),
  capacity: amount.optional(),
  level: amount.optional(),
  left: withoutNumber.optional(),
})

/** State of a printer: Printer-MIB (RFC 3805) and hrPrinterStatus (RFC 2790). */
export const printerSchema = z.object({
  status: z.enum(['other', 'unknown', 'idle', 'printing', 'warmup']).optional(),
  supplies: z.array(printerSupplySchema).max(256).default([]),
  markers: z.array(printerMarkerSchema).max(32).default([]),
  trays: z.array(printerTraySchema).max(128).default([]),
  covers: z
    .array(z.object({ name: text, status: z.enum(['open', 'closed', 'unknown']) }))
    .max(64)
    .default([]),
  alerts: z
    .array(
      z.object({
        severity: z.enum(['critical', 'warning', 'other']),
        /** PrtAlertCodeTC. */
        code: z.int().nonnegative().optional(),
        description: text.optional(),
      }),
    )
    .max(128)
    .default([]),
  /** Lines of the printer's display, from the top. */
  display: z.array(text).max(32).default([]),
})
export type Printer = z.infer<typeof printerSchema>
