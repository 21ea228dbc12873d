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
    'Sorted by name (ties by id) unless `sort` says otherwise. With `asOf` the devices that there were at that time, as they were, deleted ones too: by the times of the observations, so that one that came late counts when it was made. Of records that were merged since, only the one that is left. As text/csv (by `Accept` or `format`) it is the whole match, whatever `limit` and `offset` say; what a spreadsheet would run as a formula has an apostrophe in front there.',
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
          description: 'Of CSV: attachment; filename="devices.csv"',
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
    const asked = accepts(c, { header: 'Accept', supports: Object.values(types), default: types.json })
    if ((query.format ?? (asked === types.csv ? 'csv' : 'json')) === 'json') {
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
    // The status is sent: the receiver sees a connection that breaks off, and only the log says why.
    ctx.log.error({ err: error }, 'a CSV export broke off')
    throw error
  }
}

const recordOf = (device: DeviceListItem): string =>
  csvRecord([...columns.map((name) => device[name]), device.tags.map(({ name }) => name).join('; ')])
