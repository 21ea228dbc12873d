import { useQuery } from '@tanstack/react-query'
import { deviceOptions } from '../../api/devices.ts'
import { agents } from '../../api/parts.ts'

const pollMs = 3_000

/**
 * Loads the device of the site's first agent, which is the collector's own machine unless it was started without an
 * agent. Polls until the device exists.
 */
export function useThisMachine() {
  const all = useQuery({
    ...agents.allOptions,
    // An agent reports its machine some seconds after it has joined.
    refetchInterval: ({ state }) => (!state.data?.items.some(({ deviceId }) => deviceId !== null) ? pollMs : false),
  })
  const first = [...(all.data?.items ?? [])].sort((a, b) => a.joinedAt.localeCompare(b.joinedAt))[0]
  const deviceId = first?.deviceId ?? undefined
  const device = useQuery({ ...deviceOptions(deviceId ?? ''), enabled: deviceId !== undefined })
  return { hasAgent: first !== undefined, isLoaded: all.data !== undefined, device: device.data }
}
