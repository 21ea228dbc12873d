import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { bytes, measured } from '../../../ui/amounts.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import type { PlainColumn } from '../../../ui/plain-table.tsx'
import { longList } from '../long-list.tsx'

type Memory = NonNullable<Hardware['memory']>
type Item<K extends 'processors' | 'components'> = NonNullable<Hardware[K]>[number]
type Named = { manufacturer?: string | undefined; model?: string | undefined }

export const serial = <T extends { serialNumber?: string | undefined }>(): PlainColumn<T> => ({
  header: 'Serial number',
  render: ({ serialNumber }) => serialNumber && <Identifier inTable value={serialNumber} label="serial number" />,
})
export const size = <T extends { sizeBytes?: number | undefined }>(): PlainColumn<T> => ({
  header: 'Size',
  align: 'right',
  render: ({ sizeBytes }) => bytes(sizeBytes),
})
export const model = <T extends Named>(): PlainColumn<T> => ({
  header: 'Model',
  render: ({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' '),
})
const mhz = (speed: number | undefined) => measured(speed || undefined, 'MHz')

export const Processors = longList<Item<'processors'>>('Processors', [
  { header: 'Model', render: ({ model }) => model },
  { header: 'Manufacturer', render: ({ manufacturer }) => manufacturer },
  { header: 'Cores', align: 'right', render: ({ cores }) => cores },
  { header: 'Threads', align: 'right', render: ({ threads }) => threads },
  { header: 'Speed', align: 'right', render: ({ speedMhz }) => mhz(speedMhz) },
])

export const MemoryModules = longList<Memory['modules'][number]>('Memory modules', [
  { header: 'Slot', render: ({ slot }) => slot },
  { header: 'Type', render: ({ type }) => type },
  { header: 'Manufacturer', render: ({ manufacturer }) => manufacturer },
  { header: 'Part number', render: ({ partNumber }) => partNumber },
  serial(),
  { header: 'Speed', align: 'right', render: ({ speedMhz }) => mhz(speedMhz) },
  size(),
])

export const Components = longList<Item<'components'>>('Components', [
  { header: 'Class', render: (part) => part.class },
  { header: 'Name', render: ({ name, description }) => name ?? description },
  model(),
  serial(),
  {
    header: 'Revisions',
    render: (part) => [part.hardwareRevision, part.firmwareRevision, part.softwareRevision].filter(Boolean).join(', '),
  },
])
