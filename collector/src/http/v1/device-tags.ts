import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, idSchema } from '@rollcall/shared/api/common.ts'
import { attachTagSchema, deviceTagListSchema } from '@rollcall/shared/api/device.ts'
import { attachTag } from '../../devices/tags/attach-tag.ts'
import { detachTag } from '../../devices/tags/detach-tag.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, problems, routesOf } from '../openapi/route.ts'
import { preconditionOf } from './devices.ts'

const route = routesOf('Devices', 'EditInventory')

const attach = route.post('/api/v1/devices/{id}/tags', {
  operationId: 'attachTag',
  summary: 'Attach a tag to a device',
  description:
    'Names the tag by id, or by name without regard to case. The tag must exist in the catalog: an unknown tag gives 400. Attaching a tag that the device already has changes nothing. 409 if the device is archived.',
  request: { body: jsonBody(attachTagSchema) },
  responses: { 200: json(deviceTagListSchema, 'All tags of the device, sorted by name'), ...problems(409) },
})

const detach = route.delete('/api/v1/devices/{id}/tags/{tagId}', {
  operationId: 'detachTag',
  summary: 'Detach a tag from a device',
  description:
    'The tag stays in the catalog. 404 if the device does not have the tag. 409 if the device is archived. If-Match takes the ETag of the device.',
  request: { params: idParamsSchema.extend({ tagId: idSchema }) },
  responses: { 204: { description: 'Detached' }, ...problems(409) },
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
