import type { Connection } from '@rollcall/shared/api/search.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectedToOptions } from '../../api/devices.ts'
import { count } from '../../ui/amounts.ts'
import { portInWords } from '../../ui/port-in-words.ts'
import { Time } from '../../ui/time.tsx'
import classes from './device.module.css'

/** The switch ports at which the device is connected, each a link to that port of the switch. */
export function ConnectedTo({ deviceId }: { deviceId: string }) {
  const { data } = useQuery(connectedToOptions(deviceId))
  if (!data || data.total === 0) return null
  const [first] = data.items
  const more = data.total - data.items.length
  return (
    <p className={classes['connected']}>
      <IconPlugConnected size={16} stroke={1.6} aria-hidden />
      <span>
        Connected to{' '}
        {data.items.map((connection, at) => (
          <span key={portInWords(connection)}>
            {at > 0 && ', '}
            <PortLink connection={connection} />
          </span>
        ))}
        {more > 0 && ` and ${count(more)} more`}
        {first?.vlan != null && data.total === 1 && `, VLAN ${first.vlan}`}
      </span>
      {first?.switch && (
        <Link to="/map" search={{ view: 'map', at: first.switch.id, port: first.port ?? undefined }}>
          Show on the map
        </Link>
      )}
      {first?.auditDate && (
        <span className={classes['aside']}>
          switch audited <Time value={first.auditDate} />
        </span>
      )}
    </p>
  )
}

function PortLink({ connection }: { connection: Connection }) {
  const { switch: device, port } = connection
  if (!device) return portInWords(connection)
  return (
    <Link to="/devices/$deviceId/network" params={{ deviceId: device.id }} search={{ port: port ?? undefined }}>
      {portInWords(connection)}
    </Link>
  )
}
