import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import type { QueryClient } from '@tanstack/react-query'
import { tagsOptions } from '../../api/catalogs.ts'
import { actionInWords } from './bulk-words.ts'
import { reportBulk } from './report-bulk.tsx'

/** Follows an operation that an earlier load of the page has started. */
export async function resumeBulk(queryClient: QueryClient, operation: BulkOperation): Promise<void> {
  const tags = await queryClient.fetchQuery(tagsOptions)
  await reportBulk(queryClient, operation, actionInWords(operation.action, tags.items))
}
