import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, idSchema } from '@rollcall/shared/api/common.ts'
import { attachTagSchema, deviceTagListSchema } from '@rollcall/shared/api/device.ts'
import { attachTag } from '../../devices/tags/attach-tag.ts'
import { detachTag } from '../../devices/tags/detach-tag.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, problems, v1Route } from '../openapi/route.ts'
import { preconditionOf } from './devices.ts'

const tags = ['Devices']

const attach = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/tags',
  operationId: 'attachTag',
  tags,
  summary: 'Put a tag on a device',
  description:
    'By the id of a tag of the catalog or by its name, whatever the case. A tag is not created by this: one that the catalog lacks is 400. A tag that the device has already stays. 409 for an archived device.',
  request: { params: idParamsSchema, body: jsonBody(attachTagSchema) },
  responses: { 200: json(deviceTagListSchema, 'All tags of the device, by name'), ...problems(409) },
})

const detach = v1Route({
  'x-capability': 'EditInventory',
  method: 'delete',
  path: '/api/v1/devices/{id}/tags/{tagId}',
  operationId: 'detachTag',
  tags,
  summary: 'Take a tag off a device',
  description:
    'It stays in the catalog. 404 where the device does not have it. 409 for an archived device. If-Match is about the device.',
  request: { params: idParamsSchema.extend({ tagId: idSchema }) },
  responses: { 204: { description: 'Taken off' }, ...problems(409) },
})

export function deviceTagRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(attach, async (c) =>
    c.json(await attachTag(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(detach, async (c) => {
    const { id, tagId } = c.req.valid('param')
    await detachTag(c.get('ctx'), id, tagId, preconditionOf(c))
    return c.body(null, 204)
  })
}
