import { useQuery } from '@tanstack/react-query'
import { deviceListOptions } from '../../api/devices.ts'
import { ApiError } from '../../api/problem.ts'
import type { Query } from '../../api/request.ts'

/** Lists devices. If the API refuses the query, the list is shown without it, and the reason is returned. */
export function useDeviceList(filter: Query, isReady: boolean) {
  const whole = useQuery({ ...deviceListOptions(filter), enabled: isReady })
  const refusal = refusalOf(whole.error)
  const rest = useQuery({ ...deviceListOptions({ ...filter, query: undefined }), enabled: refusal !== undefined })
  return { query: refusal === undefined ? whole : rest, refusal }
}

const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fields.find(({ path }) => path === 'query')?.message : undefined
