import type { BulkAction, BulkDevices, BulkFailure, BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { queryOptions } from '@tanstack/react-query'
import { readOptions } from './read-options.ts'
import { type Query, request } from './request.ts'

const path = '/api/v1/bulk-operations'
const at = (id: string) => `${path}/${encodeURIComponent(id)}`

/** Devices of a bulk operation: by id, or all that the list shows with these parameters. */
export type Chosen = { ids: readonly string[] } | { matching: Query }

/** The parameters of a list as the body of a bulk operation has them: each as text. */
const bodyOf = (chosen: Chosen): BulkDevices =>
  'ids' in chosen
    ? { ids: [...chosen.ids] }
    : {
        matching: Object.fromEntries(
          Object.entries(chosen.matching).flatMap(([name, value]) =>
            value === undefined || value === '' || name === 'sort' ? [] : [[name, String(value)]],
          ),
        ),
      }

export const bulkCountOptions = (action: BulkAction, chosen: Chosen) =>
  queryOptions({
    queryKey: ['foreseen', 'bulk', action, chosen],
    queryFn: () =>
      request<{ total: number }>(`${path}/count`, { method: 'POST', json: { action, devices: bodyOf(chosen) } }),
    staleTime: 0,
  })

/** The operations of the site that have not ended. */
export const readOpenBulk = () => request<List<BulkOperation>>(path, { query: { open: true, limit: 20 } })

/** The latest operations of the site, polled while one of them is running. */
export const latestBulkOptions = queryOptions({
  ...readOptions<List<BulkOperation>>(['bulk-operations', 'latest'], path, { limit: 5 }),
  refetchInterval: ({ state }) => (state.data?.items.some(({ finishedAt }) => finishedAt === null) ? 1_000 : false),
})

export const startBulk = (action: BulkAction, chosen: Chosen) =>
  request<BulkOperation>(path, { method: 'POST', json: { action, devices: bodyOf(chosen) } })
export const cancelBulk = (id: string) => request<BulkOperation>(`${at(id)}/cancel`, { method: 'POST' })
export const undoBulk = (id: string) => request<BulkOperation>(`${at(id)}/undo`, { method: 'POST' })

/** A page of the failures of an operation: enough to name them in a notification. */
export const readBulkFailures = (id: string) =>
  request<List<BulkFailure>>(`${at(id)}/failures`, { query: { limit: 100 } })

const pauseMs = 300

/** Waits for the end of an operation, and reports each state until then. */
export async function followBulk(
  operation: BulkOperation,
  onProgress: (operation: BulkOperation) => void,
): Promise<BulkOperation> {
  let current = operation
  while (current.finishedAt === null) {
    onProgress(current)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    current = await request<BulkOperation>(at(current.id))
  }
  return current
}
