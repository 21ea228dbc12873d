import { z } from 'zod'
import type { Cell } from '../../lib/table-records.ts'
import type { Middleware } from '../environment.ts'
import { columnsOfItem } from './item-columns.ts'
import { sendList, wantedFile } from './list-files.ts'

const pageMax = 1_000

type Page = { items: unknown[]; total: number }

/** Returns the schema of the items if a response is a list: `{items, total}`. */
export function itemOf(schema: unknown): z.core.$ZodType | undefined {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  return shape['total'] && shape['items'] instanceof z.ZodArray ? shape['items'].element : undefined
}

/**
 * Makes a file of every list that has no export of its own: the list answers page after page, each when the one before
 * has been sent.
 */
export function exportPages(name: string, item: z.core.$ZodType, isPaged: boolean): Middleware {
  const columns = columnsOfItem(item)
  return async (c, next) => {
    const format = wantedFile(c)
    if (format === undefined) return next()
    const readPage = async (offset: number) => c.get('fetchPart')(pageRequest(c.req.raw, isPaged ? offset : undefined))
    const first = await readPage(0)
    if (first.status !== 200) return first
    async function* records(): AsyncGenerator<Cell[][]> {
      let answer = first
      let offset = 0
      for (;;) {
        if (answer.status !== 200) throw new Error(`page at ${offset}: status ${answer.status}`)
        const { items, total } = (await answer.json()) as Page
        yield items.map((each) => columns.map(({ read }) => read(each)))
        offset += items.length
        if (!isPaged || items.length < pageMax || offset >= total) return
        answer = await readPage(offset)
      }
    }
    return sendList(c, format, name, { columns, records: records() })
  }
}

/** Converts the request of an export into one for a page as JSON. */
function pageRequest(request: Request, offset: number | undefined): Request {
  const url = new URL(request.url)
  for (const key of ['format', 'columns', 'limit', 'offset']) url.searchParams.delete(key)
  if (offset !== undefined) {
    url.searchParams.set('limit', String(pageMax))
    url.searchParams.set('offset', String(offset))
  }
  const headers = new Headers(request.headers)
  headers.set('Accept', 'application/json')
  return new Request(url, { headers })
}
