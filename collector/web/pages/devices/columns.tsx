import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../table/types.ts'
import { DeviceTypeIcon, DeviceTypeLabel } from '../../ui/device-type.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './columns.module.css'

const identifier = (value: string | null, label: string) =>
  value === null ? null : <Identifier inTable value={value} label={`the ${label}`} />

export const deviceColumns: readonly Column<DeviceListItem>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    fixed: true,
    render: ({ id, name, type }) => (
      <span className={classes['name']}>
        <DeviceTypeIcon type={type} />
        <Link to="/devices/$deviceId" params={{ deviceId: id }} data-row-link={id} title={name}>
          {name}
        </Link>
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    sort: 'type',
    wideOnly: true,
    render: ({ type }) => <DeviceTypeLabel type={type} />,
  },
  {
    id: 'ipAddress',
    header: 'IP address',
    sort: 'ipAddress',
    render: ({ ipAddress }) => identifier(ipAddress, 'IP address'),
  },
  {
    id: 'macAddress',
    header: 'MAC address',
    wideOnly: true,
    render: ({ macAddress }) => identifier(macAddress, 'MAC address'),
  },
  { id: 'manufacturer', header: 'Maker', wideOnly: true, render: ({ manufacturer }) => manufacturer },
  { id: 'model', header: 'Model', wideOnly: true, render: ({ model }) => model },
  {
    id: 'serialNumber',
    header: 'Serial number',
    wideOnly: true,
    render: ({ serialNumber }) => identifier(serialNumber, 'serial number'),
  },
  { id: 'dnsName', header: 'DNS name', optional: true, render: ({ dnsName }) => identifier(dnsName, 'DNS name') },
  { id: 'assetTag', header: 'Asset tag', optional: true, render: ({ assetTag }) => identifier(assetTag, 'asset tag') },
  { id: 'tags', header: 'Tags', wideOnly: true, render: ({ tags }) => <TagList tags={tags} /> },
  {
    id: 'lastSeen',
    header: 'Last seen',
    sort: 'lastSeen',
    align: 'right',
    render: ({ lastSeen }) => <Time value={lastSeen} />,
  },
]
