import type { Printer } from './printer.ts'

/** A supply, or a paper tray, which is always consumed. */
type Supply = Pick<Printer['supplies'][number], 'class' | 'unit' | 'max' | 'level'>

/** A supply of which less is left is low: on the page of its printer, and for the rule that each site starts with. */
export const lowSupplyPercent = 10

/**
 * Returns the part that is left in percent, rounded down so that a measurement that hardly moves stays the same value. Of
 * a container that fills it is the room.
 */
export function supplyLeft({ class: kind, unit, max, level }: Supply): number | undefined {
  const whole = max ?? (unit === 'percent' ? 100 : undefined)
  if (level === undefined || whole === undefined || whole <= 0) return undefined
  const left = kind === 'filled' ? whole - level : level
  // In this order, 29 of 100 are 29 %.
  return Math.floor((left * 100) / whole)
}
