import type { OpenAPIHono } from '@hono/zod-openapi'
import { addressPeriodListSchema, addressQuerySchema } from '@rollcall/shared/api/address-history.ts'
import { listAddressHistory } from '../../devices/addresses/address-history.ts'
import { answerList } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, routesOf } from '../openapi/route.ts'

const list = routesOf('Devices').get('/api/v1/address-history', {
  operationId: 'listAddressHistory',
  summary: 'List the devices that had an address',
  description:
    'Each with its period, the latest first, then by device id. `at` answers who had the address at a time. The times are those of the observations. A device keeps its address until it is seen with another one, or until another device takes the address over. Two devices that were both seen with it have periods that overlap. The history reaches back as far as the snapshots by age, and includes devices deleted since. For an address that very many devices had, it is derived from the newest 5,000 changes.',
  request: { query: addressQuerySchema },
  responses: { 200: json(addressPeriodListSchema, 'A page of periods') },
})

export function addressHistoryRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, answerList(listAddressHistory))
}
