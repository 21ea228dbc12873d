import { listFormats } from '@rollcall/shared/api/common.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { accepts } from 'hono/accepts'
import type { Context } from '../../lib/context.ts'
import { csvRecord } from '../../lib/csv.ts'
import type { Cell, Column, TableRecords } from '../../lib/table-records.ts'
import { workbook } from '../../lib/xlsx/workbook.ts'
import type { HttpContext } from '../environment.ts'
import { byteStream } from './byte-stream.ts'
import type { Call } from './respond.ts'

const listTypes = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
type FileFormat = Exclude<keyof typeof listTypes, 'json'>

/** Returns the format of a file that the caller wants. The response says that it depends on the Accept header. */
export function wantedFile(c: HttpContext): FileFormat | undefined {
  c.header('Vary', 'Accept')
  return formatOf(c)
}

/**
 * Returns the format of a file that the caller wants, by `format`, else by the Accept header; undefined for JSON, and for
 * a `format` that the validator refuses.
 */
export function formatOf(c: HttpContext): FileFormat | undefined {
  const accepted = accepts(c, { header: 'Accept', supports: Object.values(listTypes), default: listTypes.json })
  const named = c.req.queries('format')
  const isWanted = (format: keyof typeof listTypes) =>
    named === undefined ? listTypes[format] === accepted : named.length === 1 && named[0] === format
  const format = listFormats.find(isWanted)
  return format === 'json' ? undefined : format
}

/** Describes the files that are the other 200 responses of a list. `name` is that of the file. */
export const describeFiles = (name: string, example: readonly (readonly string[])[]) => ({
  content: {
    [listTypes.csv]: { schema: { type: 'string' as const, example: example.map(csvRecord).join('') } },
    [listTypes.xlsx]: { schema: { type: 'string' as const, format: 'binary' } },
  },
  headers: {
    'Content-Disposition': {
      schema: { type: 'string' as const },
      description: `Only for files: attachment; filename="${name}.csv" or "${name}.xlsx"`,
    },
  },
})

/** Describes the 200 response of a list that is also an export. `name` is that of the file. */
export const describeList = <T>(schema: T, name: string, columns: readonly string[], example: readonly string[]) => {
  const files = describeFiles(name, [columns, example])
  return {
    description: 'A page, or all matches as CSV (RFC 4180) or XLSX (ISO/IEC 29500)',
    content: { [listTypes.json]: { schema }, ...files.content },
    headers: files.headers,
  }
}

/** Handles a GET of a list that is also an export. `name` is that of the file, and `tableOf` reads all matches. */
export const answerListOrFile =
  <Q, T extends object>(
    name: string,
    list: (ctx: Context, query: Q) => Promise<T>,
    tableOf: (ctx: Context, query: Q) => TableRecords,
  ) =>
  async (c: Call<{ query: Q }>) => {
    const [ctx, query] = [c.get('ctx'), c.req.valid('query')]
    const format = wantedFile(c)
    return format ? sendList(c, format, name, tableOf(ctx, query)) : c.json(await list(ctx, query), 200)
  }

/** Responds with records as a file, as they are read. */
export function sendList(c: HttpContext, format: FileFormat, name: string, table: TableRecords) {
  const { log } = c.get('ctx')
  const { columns, records: wanted } = chosenColumns(table, c.req.query('columns'))
  const records = counted(wanted, c.env?.onRecords)
  c.header('Content-Type', format === 'csv' ? `${listTypes.csv}; charset=utf-8; header=present` : listTypes[format])
  c.header('Content-Disposition', `attachment; filename="${name}.${format}"`)
  async function* chunks() {
    try {
      yield* format === 'csv' ? csv(columns, records) : workbook({ name, columns, records })
    } catch (error) {
      // The status is already sent: the client sees a connection that breaks off, and only the log has the reason.
      log.error({ err: error }, `${format.toUpperCase()} export of ${name}: failed before its end`)
      throw error
    }
  }
  return c.body(byteStream(chunks()), 200)
}

async function* counted(records: TableRecords['records'], onRecords: ((count: number) => void) | undefined) {
  for await (const part of records) {
    onRecords?.(part.length)
    yield part
  }
}

async function* csv(columns: readonly Column[], records: TableRecords['records']): AsyncGenerator<string> {
  yield csvRecord(columns.map(({ name }) => name))
  for await (const part of records) yield part.map(csvRecord).join('')
}

/** Leaves the named columns in their given order; all without names. Refuses a column that the list does not have. */
function chosenColumns({ columns, records, isChosen }: TableRecords, named: string | undefined): TableRecords {
  if (isChosen || named === undefined || named === '') return { columns, records }
  const places = [...new Set(named.split(','))].map((name) => {
    const place = columns.findIndex((column) => column.name === name.trim())
    if (place < 0)
      throw invalidField('columns', `"${name.slice(0, 64)}" is none of ${columns.map((each) => each.name).join(', ')}`)
    return place
  })
  async function* chosen(): AsyncGenerator<Cell[][]> {
    for await (const part of records) yield part.map((record) => places.map((place) => record[place] ?? null))
  }
  return { columns: places.flatMap((place) => columns[place] ?? []), records: chosen() }
}
