import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { Column } from '../../table/types.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { DeviceTypeIcon, deviceTypeNames } from '../../ui/device-type.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { useNow } from '../../ui/now.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './columns.module.css'

type DeviceColumn = Column<DeviceListItem>

/** A column of identifiers, with their name in a sentence. */
const identifierColumn = (
  id: 'ipAddress' | 'macAddress' | 'serialNumber' | 'dnsName' | 'assetTag',
  header: string,
  label: string,
  options: Partial<DeviceColumn>,
): DeviceColumn => ({
  ...{ id, header, ...options },
  render: ({ [id]: value }) => (value === null ? null : <Identifier inTable value={value} label={label} />),
})

/** The name with its link; with `asOf` to the device as it was then. */
const nameColumn = (asOf?: string): Column<DeviceListItem> => ({
  id: 'name',
  header: 'Name',
  sort: 'name',
  fixed: true,
  render: ({ id, name, type, ipAddress }) => (
    <span className={classes['name']}>
      <DeviceTypeIcon type={type} />
      {/* On a phone the address is below the name, as there is no room for its column. */}
      <span data-address={ipAddress ?? undefined}>
        <DeviceLink id={id} name={name} asOf={asOf} data-row-link={id} title={name} />
      </span>
    </span>
  ),
})

export const deviceColumns: readonly Column<DeviceListItem>[] = [
  nameColumn(),
  {
    id: 'type',
    width: 118,
    header: 'Type',
    sort: 'type',
    from: 'sm',
    render: ({ type }) => deviceTypeNames[type],
  },
  identifierColumn('ipAddress', 'IP address', 'IP address', { width: 116, sort: 'ipAddress', from: 'sm' }),
  identifierColumn('macAddress', 'MAC address', 'MAC address', { width: 150, from: 'xl' }),
  { id: 'manufacturer', width: 110, header: 'Manufacturer', from: 'sm', render: ({ manufacturer }) => manufacturer },
  { id: 'model', width: 150, header: 'Model', from: 'sm', render: ({ model }) => model },
  identifierColumn('serialNumber', 'Serial number', 'serial number', { width: 116, from: 'sm' }),
  identifierColumn('dnsName', 'DNS name', 'DNS name', { width: 180, optional: true }),
  identifierColumn('assetTag', 'Asset tag', 'asset tag', { width: 120, optional: true }),
  { id: 'tags', width: 104, header: 'Tags', from: 'sm', render: ({ tags }) => <TagList inTable tags={tags} /> },
  {
    id: 'lastSeen',
    width: 106,
    header: 'Last seen',
    sort: 'lastSeen',
    align: 'right',
    render: ({ lastSeen }) => <LastSeen time={lastSeen} />,
  },
]

/** Columns of the list as of a past time, which is not sorted by the last sighting. */
export const pastColumns = (asOf: string): readonly Column<DeviceListItem>[] =>
  [nameColumn(asOf), ...deviceColumns.slice(1)].map(({ sort, ...column }) =>
    sort === undefined || sort === 'lastSeen' ? column : { ...column, sort },
  )

/** Shows when a device was last seen, with a status by the limits of the dashboard's figures. */
function LastSeen({ time }: { time: string }) {
  const days = (useNow() - Date.parse(time)) / dayMs
  return (
    <span className={classes['seen']}>
      <StatusDot kind={days < 1 ? 'good' : days < 7 ? 'off' : 'warn'} />
      <Time value={time} />
    </span>
  )
}
