import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { deviceSchema } from '@rollcall/shared/api/device.ts'
import { snapshotListSchema, snapshotQuerySchema } from '@rollcall/shared/api/snapshot.ts'
import { getDevice } from '../../devices/get-device.ts'
import { listSnapshots } from '../../snapshots/read.ts'
import type { Environment } from '../environment.ts'
import { unchanged } from '../respond.ts'
import { json, notModified, v1Route } from '../route.ts'

const get = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}',
  operationId: 'getDevice',
  tags: ['Devices'],
  summary: 'Get a device with the data of its current snapshot',
  request: { params: idParamsSchema },
  responses: {
    200: json(deviceSchema, 'The device'),
    ...notModified,
  },
})

const snapshots = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/snapshots',
  operationId: 'listDeviceSnapshots',
  tags: ['Snapshots'],
  summary: "List a device's snapshots",
  description: 'Newest auditDate first, ties by id.',
  request: { params: idParamsSchema, query: snapshotQuerySchema },
  responses: { 200: json(snapshotListSchema, 'A page of snapshots') },
})

export function deviceRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => {
    const device = await getDevice(c.get('ctx'), c.req.valid('param').id)
    return unchanged(c, device) ? c.body(null, 304) : c.json(device, 200)
  })
  app.openapi(snapshots, async (c) =>
    c.json(await listSnapshots(c.get('ctx'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
}
