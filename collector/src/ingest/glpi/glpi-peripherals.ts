import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { withoutCredentials } from '@rollcall/shared/inventory/without-credentials.ts'
import type { GlpiContent, GlpiItem } from './glpi-schema.ts'
import { mebibytes, natural, weekOf } from './glpi-values.ts'

type Peripherals = Pick<Hardware, 'graphics' | 'monitors' | 'batteries' | 'printQueues'>

/** Converts what is attached to a computer. Lists that the document lacks are absent. */
export function peripheralsOf({ videos, monitors, batteries, printers }: GlpiContent): Peripherals {
  return {
    ...(videos && { graphics: videos.flatMap(graphicsCardOf) }),
    ...(monitors && { monitors: monitors.map(monitorOf) }),
    ...(batteries && { batteries: batteries.map(batteryOf) }),
    ...(printers && { printQueues: printers.flatMap(printQueueOf) }),
  }
}

type Peripheral<K extends keyof Peripherals> = NonNullable<Peripherals[K]>[number]

/** `chipset` is the class of the card, or its name if it has none. */
function graphicsCardOf({ name, chipset, pcislot: bus, memory }: GlpiItem<'videos'>): Peripheral<'graphics'>[] {
  const shown = name ?? chipset
  return shown === undefined ? [] : [{ name: shown, bus, memoryBytes: mebibytes(memory) }]
}

/** Only Linux agents name the connector. */
const monitorOf = (monitor: GlpiItem<'monitors'>, index: number): Peripheral<'monitors'> => ({
  port: monitor.port ?? `monitor ${index + 1}`,
  manufacturer: monitor.manufacturer,
  model: monitor.name ?? monitor.caption,
  serialNumber: monitor.serial,
  made: weekOf(monitor.description),
})

const batteryOf = (battery: GlpiItem<'batteries'>, index: number): Peripheral<'batteries'> => ({
  name: `battery ${index + 1}`,
  manufacturer: battery.manufacturer,
  model: battery.name,
  serialNumber: battery.serial,
  chemistry: battery.chemistry,
  designMilliwattHours: natural(battery.capacity),
  fullMilliwattHours: natural(battery.real_capacity),
})

function printQueueOf({ name, driver, port, serial, shared }: GlpiItem<'printers'>): Peripheral<'printQueues'>[] {
  if (name === undefined) return []
  return [{ name, driver, serialNumber: serial, port: port && withoutCredentials(port), isShared: shared }]
}
