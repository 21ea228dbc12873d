import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { reportLimits } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { invalidFields } from '@rollcall/shared/errors.ts'
import { deviceFilterOf } from '@rollcall/shared/lists/device-filter.ts'
import { deviceCsvColumns, deviceCsvRecords } from '../devices/list/device-csv.ts'
import type { Context } from '../lib/context.ts'
import { csvRecord } from '../lib/csv.ts'

/** A list as CSV. One beyond the limits has no content and no count, and a detail that says so. */
export type RenderedList =
  | { rows: number; content: Buffer; detail: null }
  | { rows: null; content: undefined; detail: string }

/** Reads the list of a view as CSV, with the rights of the caller. Stops at the limits of reports. */
export async function renderList(ctx: Context, view: View, signal: AbortSignal): Promise<RenderedList> {
  const query = deviceQueryOf(view, ctx.clock.now())
  const chunks = [Buffer.from(csvRecord(deviceCsvColumns(query)))]
  let rows = 0
  let bytes = 0
  for await (const records of deviceCsvRecords(ctx, query)) {
    signal.throwIfAborted()
    const chunk = Buffer.from(records.map(csvRecord).join(''))
    chunks.push(chunk)
    rows += records.length
    bytes += chunk.length
    const { rows: rowsMax, bytes: bytesMax } = reportLimits
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

/** Converts the address that a view stores to a query. Throws a 400 that names a parameter that is no longer valid. */
function deviceQueryOf({ parameters }: View, now: Date) {
  const given = Object.entries(deviceFilterOf(parameters, now.getTime())).filter(([, value]) => value !== undefined)
  const { data, error } = deviceQuerySchema.safeParse(Object.fromEntries(given))
  if (data) return data
  throw invalidFields(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}
