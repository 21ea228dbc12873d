import { Title } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import { useQuery } from '@tanstack/react-query'
import { sightingsOptions } from '../../api/identity.ts'
import { DeviceTypeIcon, deviceTypeNames } from '../../ui/device-type.tsx'
import { FactLine } from '../../ui/fact-line.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { Time } from '../../ui/time.tsx'
import { DeviceActions } from './actions.tsx'
import { ArchivedBar } from './archived-bar.tsx'
import { ConnectedTo } from './connected-to.tsx'
import classes from './device.module.css'
import { DeviceTagEditor } from './tag-editor.tsx'

export function DeviceHeader({ device, isPast }: { device: Device; isPast: boolean }) {
  const { data: sightings } = useQuery({ ...sightingsOptions(device.id), enabled: !isPast })
  const origins = [...new Set(sightings?.items.map(({ source }) => source) ?? [device.auditSource])].join(', ')
  const model = [device.manufacturer, device.model].filter(Boolean).join(' ')
  const copied = (value: string | null, label: string) => value && <Identifier value={value} label={label} />
  const facts = {
    Type: deviceTypeNames[device.type],
    Model: model && <span className="wrap">{model}</span>,
    IP: copied(device.ipAddress, 'IP address'),
    MAC: copied(device.macAddress, 'MAC address'),
    Serial: copied(device.serialNumber, 'serial number'),
    DNS: copied(device.dnsName, 'DNS name'),
    'Asset tag': copied(device.assetTag, 'asset tag'),
    'Last seen': <Time value={device.lastSeen} />,
    Sources: isPast ? device.auditSource : origins,
  }
  return (
    <header>
      {device.archivedAt !== null && !isPast && <ArchivedBar device={device} archivedAt={device.archivedAt} />}
      <div className={classes['header']}>
        <div className={classes['title']}>
          <DeviceTypeIcon type={device.type} size={24} />
          <Title order={1}>{device.name}</Title>
        </div>
        {!isPast && <DeviceActions device={device} />}
      </div>
      <FactLine facts={facts} />
      {!isPast && <ConnectedTo deviceId={device.id} />}
      {isPast || device.archivedAt !== null ? <TagList tags={device.tags} /> : <DeviceTagEditor device={device} />}
    </header>
  )
}
