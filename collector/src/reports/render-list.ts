import type { ReportFormat } from '@rollcall/shared/api/choices.ts'
import { reportLimits } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import type { Context } from '../lib/context.ts'

/**
 * Reads a list of the API as a file, with the rights of a caller, and calls `onRecords` with the number of records that
 * go into the next part of it. Throws a DomainError that says why the list is refused.
 */
export type ExportList = (
  caller: Pick<Context, 'actor' | 'siteId'>,
  list: { path: string; query: Record<string, string | undefined>; format: ReportFormat },
  onRecords: (count: number) => void,
) => AsyncIterable<Uint8Array>

/** A list as a file. One beyond the limits has no content and no count, and a detail that says so. */
export type RenderedList =
  | { rows: number; content: Buffer; detail: null }
  | { rows: null; content: undefined; detail: string }

type Wanted = { view: View; format: ReportFormat; timeZone: string }

/**
 * Reads the list of a view as the file that its page exports, with the rights of the caller. Stops at the limits of
 * reports.
 */
export async function renderList(
  exportList: ExportList,
  ctx: Context,
  { view, format, timeZone }: Wanted,
  signal: AbortSignal,
): Promise<RenderedList> {
  const { path, filterOf } = savedLists[view.list]
  const query = filterOf(view.parameters, { now: ctx.clock.now().getTime(), timeZone })
  const { rows: rowsMax, bytes: bytesMax } = reportLimits
  const chunks: Uint8Array[] = []
  let rows = 0
  let bytes = 0
  const count = (records: number) => {
    signal.throwIfAborted()
    rows += records
  }
  for await (const chunk of exportList(ctx, { path, query, format }, count)) {
    signal.throwIfAborted()
    chunks.push(chunk)
    bytes += chunk.length
    if (rows > rowsMax) return tooLong(`more than ${counted(rowsMax, 'row')}`)
    if (bytes > bytesMax) return tooLong(`more than ${bytesMax / 1_000_000} MB`)
  }
  return { rows, content: Buffer.concat(chunks), detail: null }
}

const tooLong = (size: string): RenderedList => ({
  rows: null,
  content: undefined,
  detail: `The list is not attached: it has ${size}.`,
})
