import { type DeviceQuery, deviceListSchema, deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { deviceColumns, deviceRecords } from '../../devices/list/exported-cells.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import type { Context } from '../../lib/context.ts'
import { answerListOrFile, describeList } from '../answers/list-files.ts'
import type { App } from '../environment.ts'
import { routesOf } from '../openapi/route.ts'

const list = routesOf('Devices').get('/api/v1/devices', {
  operationId: 'listDevices',
  summary: 'List devices',
  description:
    'Sorted by name, then id, unless `sort` says otherwise. `asOf` returns the devices as they were at that time, including devices deleted since. An observation counts at the time it was made, even if it arrived later. Of records merged since, only the remaining device is returned. `format=csv`, `format=xlsx` or the Accept header returns all matching devices as a file and ignores `limit` and `offset`. In CSV, an apostrophe precedes each value that a spreadsheet would run as a formula.',
  request: { query: deviceQuerySchema },
  responses: {
    200: describeList(
      deviceListSchema,
      'devices',
      ['id', 'name', '…', 'tags'],
      ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', 'pc-17', '…', 'Office; Leased'],
    ),
  },
})

export function deviceListRoutes(app: App): void {
  const tableOf = (ctx: Context, query: DeviceQuery) => ({
    columns: deviceColumns(query),
    records: deviceRecords(ctx, query),
    isChosen: true,
  })
  app.openapi(list, answerListOrFile('devices', listDevices, tableOf))
}
