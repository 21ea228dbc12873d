import { type Host, readValues } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Battery, HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseInteger } from '../text.ts'
import { upTo } from '../up-to.ts'
import { withoutFillers } from './fillers.ts'

const folder = '/sys/class/power_supply'
const suppliesMax = 64

/** Reads the batteries of the machine itself, not those of mice or of an uninterruptible power supply. */
export const batteries: Source<HardwarePart> = {
  name: 'batteries',
  reads: ['batteries'],
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host, onCut) => {
    const names = await host.listFolder(folder)
    const found = await mapBounded(upTo(names, suppliesMax, 'power supplies', onCut), 8, (name) =>
      readSupply(host, name),
    )
    return { batteries: found.flatMap((supply) => batteryOf(supply) ?? []) }
  },
}

const attributes = [
  'type',
  'scope',
  'present',
  'manufacturer',
  'model_name',
  'serial_number',
  'technology',
  'cycle_count',
  'capacity',
  'energy_full_design',
  'energy_full',
  'charge_full_design',
  'charge_full',
  'voltage_min_design',
  'voltage_max_design',
] as const
type Supply = { name: string } & Partial<Record<(typeof attributes)[number], string>>

const readSupply = async (host: Host, name: string): Promise<Supply> => ({
  name,
  ...(await readValues(host, `${folder}/${name}`, attributes)),
})

/** Converts power_supply attributes of the kernel, which are in millionths: µWh, µAh and µV. */
function batteryOf(supply: Supply): Battery | undefined {
  if (supply.type !== 'Battery' || supply.scope === 'Device' || supply.present === '0') return undefined
  const volts = voltsOf(supply)
  const charge = parseInteger(supply.capacity)
  const { name, ...values } = {
    name: supply.name,
    manufacturer: supply.manufacturer,
    model: supply.model_name,
    serialNumber: supply.serial_number,
    chemistry: supply.technology,
    designMilliwattHours: milliwattHours(supply.energy_full_design, supply.charge_full_design, volts),
    fullMilliwattHours: milliwattHours(supply.energy_full, supply.charge_full, volts),
    // Drivers give 0 if the battery does not count.
    cycles: parseInteger(supply.cycle_count) || undefined,
    chargePercent: charge !== undefined && charge <= 100 ? charge : undefined,
  }
  return { name, ...withoutFillers(values) }
}

/** Returns the nominal voltage. The present one changes with the charge. */
function voltsOf(supply: Supply): number | undefined {
  const microvolts = parseInteger(supply.voltage_min_design) || parseInteger(supply.voltage_max_design)
  return microvolts ? microvolts / 1e6 : undefined
}

/** Above this the driver is wrong: the battery of an electric lorry has 1 MWh. */
const milliwattHoursMax = 1e9

function milliwattHours(
  energyText: string | undefined,
  chargeText: string | undefined,
  volts: number | undefined,
): number | undefined {
  const charge = parseInteger(chargeText)
  const energy = parseInteger(energyText) ?? (charge === undefined || volts === undefined ? undefined : charge * volts)
  if (!energy) return undefined
  const amount = Math.round(energy / 1000)
  return amount <= milliwattHoursMax ? amount : undefined
}
