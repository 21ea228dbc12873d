import type { OpenAPIHono } from '@hono/zod-openapi'
import { deviceListSchema, deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { listDevices } from '../../devices/read.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../route.ts'

const list = v1Route({
  method: 'get',
  path: '/api/v1/devices',
  operationId: 'listDevices',
  tags: ['Devices'],
  summary: 'List devices',
  description: 'Sorted by name (ties by id) unless `sort` says otherwise.',
  request: { query: deviceQuerySchema },
  responses: { 200: json(deviceListSchema, 'A page of devices') },
})

export function deviceListRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listDevices(c.get('ctx'), c.req.valid('query')), 200))
}
