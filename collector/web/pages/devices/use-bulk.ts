import type { BulkAction } from '@rollcall/shared/api/bulk-operation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type Chosen, readBulkFailures, startBulk } from '../../api/bulk.ts'
import type { Selection } from '../../table/bulk/selection.ts'
import { reportBulk } from '../../ui/bulk/report-bulk.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Runs a bulk operation and reports its progress and its result. Devices that could not be changed stay selected. */
export function useBulk({ only }: Selection) {
  const queryClient = useQueryClient()
  return useAction('The action was not started', async ({ action, chosen }: { action: BulkAction; chosen: Chosen }) => {
    const { id, failed } = await reportBulk(queryClient, await startBulk(action, chosen))
    only(failed === 0 ? [] : (await readBulkFailures(id)).items.map(({ deviceId }) => deviceId))
  })
}
