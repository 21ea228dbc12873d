import { useQuery } from '@tanstack/react-query'
import { deviceOptions } from '../../api/devices.ts'
import { agents } from '../../api/parts.ts'

const lookMs = 3_000

/**
 * The device that the first agent of the site runs on: the collector's own machine, unless it was started without one.
 * `isAwaited`: it is looked for until it is there.
 */
export function useThisMachine({ isAwaited = true } = {}) {
  const all = useQuery({
    ...agents.allOptions,
    // An agent says what it is once it has looked, some seconds after it has joined.
    refetchInterval: ({ state }) =>
      isAwaited && !state.data?.items.some(({ deviceId }) => deviceId !== null) ? lookMs : false,
  })
  const first = [...(all.data?.items ?? [])].sort((a, b) => a.joinedAt.localeCompare(b.joinedAt))[0]
  const deviceId = first?.deviceId ?? undefined
  const device = useQuery({ ...deviceOptions(deviceId ?? ''), enabled: deviceId !== undefined })
  return { hasAgent: first !== undefined, isKnown: all.data !== undefined, device: device.data }
}
