import type { Printer } from './printer.ts'

/** A supply, or a paper tray, which is always consumed. */
type Supply = Pick<Printer['supplies'][number], 'class' | 'unit' | 'max' | 'level'>

/** A supply of which less is left is low: on the page of its printer, and for the rule that each site starts with. */
export const lowSupplyPercent = 10

/**
 * Returns the part that is left in percent: of a container that fills, the room in it. Rounded down, so that a
 * measurement that hardly moves stays the same value.
 */
export function supplyLeft({ class: kind, unit, max, level }: Supply): number | undefined {
  const whole = max ?? (unit === 'percent' ? 100 : undefined)
  if (level === undefined || whole === undefined || whole <= 0) return undefined
  const filled = Math.floor((level / whole) * 100)
  return kind === 'filled' ? 100 - filled : filled
}
