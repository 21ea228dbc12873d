import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { bytes, measured } from '../../../ui/amounts.ts'
import { longList } from '../long-list.tsx'
import { model, serial } from './parts.tsx'

type Item<K extends 'graphics' | 'monitors' | 'batteries' | 'printQueues'> = NonNullable<Hardware[K]>[number]

export const GraphicsCards = longList<Item<'graphics'>>('Graphics cards', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Manufacturer', render: ({ manufacturer }) => manufacturer },
  { header: 'Bus address', render: ({ bus }) => bus && <span className="mono">{bus}</span> },
  { header: 'Driver', render: ({ driver, driverVersion }) => [driver, driverVersion].filter(Boolean).join(' ') },
  { header: 'Memory', align: 'right', render: ({ memoryBytes }) => bytes(memoryBytes) },
])

export const Monitors = longList<Item<'monitors'>>('Monitors', [
  { header: 'Port', render: ({ port }) => port },
  model(),
  serial(),
  { header: 'Made', render: ({ made }) => made },
  { header: 'Resolution', align: 'right', render: ({ resolution }) => resolution },
  { header: 'Diagonal', align: 'right', render: ({ widthMm, heightMm }) => diagonal(widthMm, heightMm) },
])

const millimetresPerInch = 25.4

const diagonal = (widthMm: number | undefined, heightMm: number | undefined) =>
  widthMm && heightMm ? measured(Math.hypot(widthMm, heightMm) / millimetresPerInch, 'in') : undefined

export const Batteries = longList<Item<'batteries'>>('Batteries', [
  { header: 'Name', render: ({ name }) => name },
  model(),
  serial(),
  { header: 'Chemistry', render: ({ chemistry }) => chemistry },
  { header: 'Charge', align: 'right', render: ({ chargePercent }) => measured(chargePercent, '%') },
  {
    header: 'Capacity when new',
    align: 'right',
    render: ({ designMilliwattHours }) => wattHours(designMilliwattHours),
  },
  { header: 'Capacity now', align: 'right', render: (battery) => capacityNow(battery) },
  { header: 'Cycles', align: 'right', render: ({ cycles }) => cycles },
])

const wattHours = (milliwattHours: number | undefined) =>
  milliwattHours === undefined ? undefined : measured(milliwattHours / 1000, 'Wh')

function capacityNow({ fullMilliwattHours: full, designMilliwattHours: design }: Item<'batteries'>) {
  const amount = wattHours(full)
  return amount && design ? `${amount} (${Math.round(((full ?? 0) / design) * 100)} %)` : amount
}

export const PrintQueues = longList<Item<'printQueues'>>('Print queues', [
  { header: 'Name', render: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name) },
  { header: 'Driver', render: ({ driver }) => driver },
  serial(),
  { header: 'Port', render: ({ port }) => port && <span className="mono">{port}</span> },
  { header: 'Location', render: ({ location }) => location },
  { header: 'Shared', render: ({ isShared }) => isShared && 'Yes' },
])
