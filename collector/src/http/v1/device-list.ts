import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  type DeviceListItem,
  type DeviceQuery,
  deviceListSchema,
  deviceQuerySchema,
} from '@rollcall/shared/api/device.ts'
import { accepts } from 'hono/accepts'
import { exportDevices } from '../../devices/list/export-devices.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import type { Context } from '../../lib/context.ts'
import { byteStream, csvRecord } from '../answers/csv.ts'
import type { Environment } from '../environment.ts'
import { v1Route } from '../openapi/route.ts'

const types = { json: 'application/json', csv: 'text/csv' } as const

const csvExample =
  csvRecord(['id', 'name', '…', 'tags']) +
  csvRecord(['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', 'pc-17', '…', 'Office; Leased'])

const list = v1Route({
  method: 'get',
  path: '/api/v1/devices',
  operationId: 'listDevices',
  tags: ['Devices'],
  summary: 'List devices',
  description:
    'Sorted by name, then id, unless `sort` says otherwise. `asOf` returns the devices as they were at that time, including devices deleted since. An observation counts at the time it was made, even if it arrived later. Of records merged since, only the remaining device is returned. `Accept: text/csv` or `format=csv` returns all matching devices as CSV and ignores `limit` and `offset`. In CSV, an apostrophe precedes each value that a spreadsheet would run as a formula.',
  request: { query: deviceQuerySchema },
  responses: {
    200: {
      description: 'A page of devices, or all of them as CSV (RFC 4180)',
      content: {
        [types.json]: { schema: deviceListSchema },
        [types.csv]: { schema: { type: 'string', example: csvExample } },
      },
      headers: {
        'Content-Disposition': {
          schema: { type: 'string' },
          description: 'Only for CSV: attachment; filename="devices.csv"',
        },
      },
    },
  },
})

const columns = [
  'id',
  'name',
  'dnsName',
  'macAddress',
  'ipAddress',
  'serialNumber',
  'assetTag',
  'type',
  'manufacturer',
  'model',
  'lastSeen',
] as const satisfies (keyof DeviceListItem)[]

export function deviceListRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => {
    const query = c.req.valid('query')
    const ctx = c.get('ctx')
    c.header('Vary', 'Accept')
    const accepted = accepts(c, { header: 'Accept', supports: Object.values(types), default: types.json })
    if ((query.format ?? (accepted === types.csv ? 'csv' : 'json')) === 'json') {
      return c.json(await listDevices(ctx, query), 200)
    }
    c.header('Content-Type', `${types.csv}; charset=utf-8; header=present`)
    c.header('Content-Disposition', 'attachment; filename="devices.csv"')
    return c.body(byteStream(csvOf(ctx, query)), 200)
  })
}

async function* csvOf(ctx: Context, query: DeviceQuery): AsyncGenerator<string> {
  try {
    yield csvRecord([...columns, 'tags'])
    for await (const devices of exportDevices(ctx, query)) yield devices.map(recordOf).join('')
  } catch (error) {
    // The status is already sent: the client sees a connection that breaks off, and only the log has the reason.
    ctx.log.error({ err: error }, 'CSV export of devices: failed before its end')
    throw error
  }
}

const recordOf = (device: DeviceListItem): string =>
  csvRecord([...columns.map((name) => device[name]), device.tags.map(({ name }) => name).join('; ')])
