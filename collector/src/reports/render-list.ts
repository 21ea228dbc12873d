import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { type ReportFormat, reportLimits } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { invalidFields } from '@rollcall/shared/errors.ts'
import { deviceFilterOf } from '@rollcall/shared/lists/device-filter.ts'
import { deviceColumns, deviceCsvRecords } from '../devices/list/device-csv.ts'
import type { Context } from '../lib/context.ts'
import { csvRecord } from '../lib/csv.ts'
import type { TableRecords } from '../lib/table-records.ts'
import { workbook } from '../lib/xlsx/workbook.ts'

/** A list as a file. One beyond the limits has no content and no count, and a detail that says so. */
export type RenderedList =
  | { rows: number; content: Buffer; detail: null }
  | { rows: null; content: undefined; detail: string }

/**
 * Reads the list of a view as a file with the columns of the view, with the rights of the caller. Stops at the limits of
 * reports.
 */
export async function renderList(
  ctx: Context,
  view: View,
  format: ReportFormat,
  signal: AbortSignal,
): Promise<RenderedList> {
  const query = deviceQueryOf(view, ctx.clock.now())
  const { rows: rowsMax, bytes: bytesMax } = reportLimits
  let rows = 0
  async function* bounded() {
    for await (const records of deviceCsvRecords(ctx, query)) {
      signal.throwIfAborted()
      rows += records.length
      yield records
      if (rows > rowsMax) return
    }
  }
  const table = { name: view.name, columns: deviceColumns(query), records: bounded() }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const part of format === 'xlsx' ? workbook(table) : csv(table)) {
    const chunk = Buffer.from(part)
    chunks.push(chunk)
    bytes += chunk.length
    if (rows > rowsMax) return tooLong(`more than ${counted(rowsMax, 'row')}`)
    if (bytes > bytesMax) return tooLong(`more than ${bytesMax / 1_000_000} MB`)
  }
  return { rows, content: Buffer.concat(chunks), detail: null }
}

async function* csv({ columns, records }: Pick<TableRecords, 'columns' | 'records'>): AsyncGenerator<string> {
  yield csvRecord(columns.map(({ name }) => name))
  for await (const part of records) yield part.map(csvRecord).join('')
}

const tooLong = (size: string): RenderedList => ({
  rows: null,
  content: undefined,
  detail: `The list is not attached: it has ${size}.`,
})

/** Converts the address that a view stores to a query. Throws a 400 that names a parameter that is no longer valid. */
function deviceQueryOf({ parameters }: View, now: Date) {
  const given = Object.entries(deviceFilterOf(parameters, now.getTime())).filter(([, value]) => value !== undefined)
  const { data, error } = deviceQuerySchema.safeParse(Object.fromEntries(given))
  if (data) return data
  throw invalidFields(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}
