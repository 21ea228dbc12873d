import type { DeviceMove } from '../../findings/changes/findings-of-moves.ts'
import type { MapConnection } from './connections-of-map.ts'

type Stored = Pick<MapConnection, 'switchId' | 'port' | 'mac' | 'deviceId'>

/**
 * Lists what was at one port of a switch and now is at one other port. What is at several ports, at none, or behind a
 * switch that is not a device, has not moved for certain.
 */
export function movesOf(before: readonly Stored[], after: readonly Stored[]): DeviceMove[] {
  const [old, current] = [endsOf(before), endsOf(after)]
  return [...current].flatMap(([key, ends]) => {
    const [to, ...others] = ends
    const [from, ...more] = old.get(key) ?? []
    if (!to || !from || others.length + more.length > 0 || !isPort(from) || !isPort(to)) return []
    if (from.switchId === to.switchId && from.port === to.port) return []
    return [{ mac: to.mac, deviceId: to.deviceId ?? from.deviceId, from: endOf(from), to: endOf(to) }]
  })
}

/** Connections by the MAC, or by the device where none is known. */
const endsOf = (connections: readonly Stored[]): Map<string, Stored[]> =>
  Map.groupBy(connections, ({ mac, deviceId }) => mac || (deviceId ?? ''))

type AtPort = Stored & { switchId: string; port: string }
const isPort = (end: Stored): end is AtPort => end.switchId !== null && end.port !== null
const endOf = ({ switchId, port }: AtPort) => ({ switchId, port })
