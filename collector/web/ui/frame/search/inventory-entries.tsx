import type { Connection, SearchMatch, SearchResult } from '@rollcall/shared/api/search.ts'
import { kindInWords } from '@rollcall/shared/inventory/match.ts'
import { IconPlugConnected, IconTopologyStar } from '@tabler/icons-react'
import type { useNavigate } from '@tanstack/react-router'
import { DeviceTypeIcon } from '../../device-type.tsx'
import { portInWords } from '../../port-in-words.ts'
import type { Entry } from './entry.ts'

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
type Navigate = ReturnType<typeof useNavigate>

/** A device, a port or a MAC as a result that says where it is. */
export function inventoryEntry(result: SearchResult, navigate: Navigate): Entry | undefined {
  const { device, port, macAddress, connection } = result
  const openPort = (deviceId: string, port: string | undefined) =>
    void navigate({ to: '/devices/$deviceId/network', params: { deviceId }, search: { port } })
  if (device && port)
    return {
      id: `${device.id} ${port.name}`,
      label: `${device.name} ${port.name}`,
      description: ['Switch port', port.alias].filter(Boolean).join(' · '),
      icon: <IconPlugConnected {...icon} />,
      run: () => openPort(device.id, port.name),
    }
  if (device)
    return {
      id: device.id,
      label: device.name,
      description: [device.ipAddress, ...identifiers(result), connected(connection)].filter(Boolean).join(' · '),
      icon: <DeviceTypeIcon type={device.type} size={18} />,
      run: () => void navigate({ to: '/devices/$deviceId', params: { deviceId: device.id } }),
    }
  if (macAddress === null || !connection) return undefined
  const { switch: holder, vlan } = connection
  return {
    id: macAddress,
    label: macAddress,
    description: [connected(connection), vlan !== null && `VLAN ${vlan}`, 'not in the inventory']
      .filter(Boolean)
      .join(' · '),
    icon: <IconTopologyStar {...icon} />,
    run: () => (holder ? openPort(holder.id, connection.port ?? undefined) : void navigate({ to: '/map' })),
  }
}

/** The value that was found, or else the values by which people know a device. */
const identifiers = ({ device, matched }: SearchResult): (string | null)[] =>
  matched ? [matchInWords(matched)] : [device?.macAddress ?? null, device?.serialNumber ?? null]

const matchInWords = ({ kind, value }: SearchMatch): string =>
  `${kind === 'user' ? 'signed in' : kindInWords(kind)}: ${value}`

const connected = (connection: Connection | null): string | undefined =>
  connection ? `connected to ${portInWords(connection)}` : undefined
