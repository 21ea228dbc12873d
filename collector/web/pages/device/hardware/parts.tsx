import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { bytes } from '../../../ui/amounts.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'

type Memory = NonNullable<Hardware['memory']>
type Parts<T> = { items: readonly T[] | undefined }
type Item<K extends 'processors' | 'disks' | 'volumes' | 'components'> = NonNullable<Hardware[K]>[number]

/** Builds a section with a table, which is hidden without items. */
function partList<T>(title: string, columns: readonly PlainColumn<T>[]) {
  return function PartList({ items = [] }: Parts<T>) {
    if (items.length === 0) return null
    return (
      <Section title={`${title} (${items.length})`}>
        <PlainTable name={title} columns={columns} items={items} keyOf={(_, at) => String(at)} />
      </Section>
    )
  }
}

const serial = <T extends { serialNumber?: string | undefined }>(): PlainColumn<T> => ({
  header: 'Serial number',
  render: ({ serialNumber }) => serialNumber && <Identifier inTable value={serialNumber} label="serial number" />,
})
const size = <T extends { sizeBytes?: number | undefined }>(): PlainColumn<T> => ({
  header: 'Size',
  align: 'right',
  render: ({ sizeBytes }) => bytes(sizeBytes),
})
const mhz = (speed: number | undefined) => (speed ? `${speed} MHz` : '')

export const Processors = partList<Item<'processors'>>('Processors', [
  { header: 'Model', render: ({ model }) => model },
  { header: 'Manufacturer', render: ({ manufacturer }) => manufacturer },
  { header: 'Cores', align: 'right', render: ({ cores }) => cores },
  { header: 'Threads', align: 'right', render: ({ threads }) => threads },
  { header: 'Speed', align: 'right', render: ({ speedMhz }) => mhz(speedMhz) },
])

export const MemoryModules = partList<Memory['modules'][number]>('Memory modules', [
  { header: 'Slot', render: ({ slot }) => slot },
  { header: 'Type', render: ({ type }) => type },
  { header: 'Manufacturer', render: ({ manufacturer }) => manufacturer },
  { header: 'Part number', render: ({ partNumber }) => partNumber },
  serial(),
  { header: 'Speed', align: 'right', render: ({ speedMhz }) => mhz(speedMhz) },
  size(),
])

export const Disks = partList<Item<'disks'>>('Disks', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Kind', render: ({ kind }) => kind },
  { header: 'Model', render: ({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' ') },
  { header: 'Firmware', render: ({ firmware }) => firmware },
  serial(),
  size(),
])

export const Volumes = partList<Item<'volumes'>>('Volumes', [
  { header: 'Mounted at', render: ({ mount }) => mount },
  { header: 'Device', render: ({ device }) => device },
  { header: 'File system', render: ({ fileSystem }) => fileSystem },
  { header: 'Free', align: 'right', render: ({ freeBytes }) => bytes(freeBytes) },
  size(),
])

export const Components = partList<Item<'components'>>('Components', [
  { header: 'Class', render: (part) => part.class },
  { header: 'Name', render: ({ name, description }) => name ?? description },
  { header: 'Model', render: ({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' ') },
  serial(),
  {
    header: 'Revisions',
    render: (part) => [part.hardwareRevision, part.firmwareRevision, part.softwareRevision].filter(Boolean).join(', '),
  },
])
