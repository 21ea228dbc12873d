import { type Entry, entryIn, numberIn, textIn } from '../../loose-values.ts'
import type { Battery } from '../../parts.ts'

/**
 * Returns the batteries of a notebook. System Information shows the charge of the battery when full in mAh at an
 * unknown voltage, so there is no energy.
 */
export const batteriesOf = (power: readonly Entry[]): Battery[] =>
  power
    .filter((entry) => textIn(entry, '_name') === 'spbattery_information')
    .map((entry, index) => {
      const model = entryIn(entry, 'sppower_battery_model_info')
      const name = index === 0 ? 'Battery' : `Battery ${index + 1}`
      return {
        name,
        manufacturer: textIn(model, 'sppower_battery_manufacturer'),
        model: textIn(model, 'sppower_battery_device_name'),
        serialNumber: textIn(model, 'sppower_battery_serial_number'),
        cycles: numberIn(entryIn(entry, 'sppower_battery_health_info'), 'sppower_battery_cycle_count'),
        chargePercent: chargeOf(entryIn(entry, 'sppower_battery_charge_info')),
      }
    })

/** Returns the percentage; older Macs show only two charges in mAh. */
function chargeOf(charge: Entry | undefined): number | undefined {
  const now = numberIn(charge, 'sppower_battery_current_capacity')
  const full = numberIn(charge, 'sppower_battery_max_capacity')
  const share = now === undefined || !full ? undefined : Math.round((now / full) * 100)
  const percent = numberIn(charge, 'sppower_battery_state_of_charge') ?? share
  return percent === undefined || percent > 100 ? undefined : percent
}
