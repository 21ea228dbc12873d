import type { Context as HonoContext } from 'hono'
import { accepts } from 'hono/accepts'
import { csvRecord } from '../../lib/csv.ts'
import type { Environment } from '../environment.ts'
import { byteStream } from './byte-stream.ts'

export const listTypes = { json: 'application/json', csv: 'text/csv' } as const

/** Reports whether the caller wants CSV: by `format`, else by the Accept header. */
export function wantsCsv(c: HonoContext<Environment>, format: 'json' | 'csv' | undefined): boolean {
  c.header('Vary', 'Accept')
  const accepted = accepts(c, { header: 'Accept', supports: Object.values(listTypes), default: listTypes.json })
  return (format ?? (accepted === listTypes.csv ? 'csv' : 'json')) === 'csv'
}

/** Describes the 200 response of a list that is also an export. `name` is that of the file. */
export const describeList = <T>(schema: T, name: string, columns: readonly string[], example: readonly string[]) => ({
  description: 'A page, or all matches as CSV (RFC 4180)',
  content: {
    [listTypes.json]: { schema },
    [listTypes.csv]: { schema: { type: 'string' as const, example: csvRecord(columns) + csvRecord(example) } },
  },
  headers: {
    'Content-Disposition': {
      schema: { type: 'string' as const },
      description: `Only for CSV: attachment; filename="${name}.csv"`,
    },
  },
})

type CsvExport = { name: string; columns: readonly string[]; records: AsyncGenerator<(string | null)[][]> }

/** Responds with records as a file, as they are read. */
export function sendCsv(c: HonoContext<Environment>, { name, columns, records }: CsvExport) {
  c.header('Content-Type', `${listTypes.csv}; charset=utf-8; header=present`)
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`)
  const { log } = c.get('ctx')
  async function* texts() {
    try {
      yield csvRecord(columns)
      for await (const part of records) yield part.map(csvRecord).join('')
    } catch (error) {
      // The status is already sent: the client sees a connection that breaks off, and only the log has the reason.
      log.error({ err: error }, `CSV export of ${name}: failed before its end`)
      throw error
    }
  }
  return c.body(byteStream(texts()), 200)
}
