import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { deviceAsOfQuerySchema, deviceSchema, patchDeviceSchema } from '@rollcall/shared/api/device.ts'
import { ignoreListSchema } from '@rollcall/shared/api/ignore-list.ts'
import { snapshotListSchema, snapshotQuerySchema } from '@rollcall/shared/api/snapshot.ts'
import { archiveDevice, restoreDevice } from '../../devices/archive/archive-device.ts'
import { getDeviceAsOf } from '../../devices/detail/device-as-of.ts'
import { getDevice } from '../../devices/detail/get-device.ts'
import { deleteDevice } from '../../devices/edit/delete-device.ts'
import { ignoreDevice } from '../../devices/edit/ignore-device.ts'
import { updateDevice } from '../../devices/edit/update-device.ts'
import { listSnapshots } from '../../snapshots/read/list-snapshots.ts'
import { answersOf, listBelow } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, mergedAway, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const tags = ['Devices']
export const { preconditionOf, show, showChanged, showCreated } = answersOf(patchDeviceSchema.keyof().options)

const get = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}',
  operationId: 'getDevice',
  tags,
  summary: 'Get a device with the data of its current snapshot',
  description:
    'With `asOf` as it was then: the snapshot that was current, what audits until then said, and the asset tag, custom fields and audit schedule as far back as the change log goes. 404 where it was not known yet. One that was deleted since is there as well, without the custom fields that it had to the end. An id that was merged into another device leads to that one.',
  request: { params: idParamsSchema, query: deviceAsOfQuerySchema },
  responses: {
    200: json(deviceSchema, 'The device'),
    ...notModified,
    ...mergedAway,
  },
})

const update = v1Route({
  'x-capability': 'EditInventory',
  method: 'patch',
  path: '/api/v1/devices/{id}',
  operationId: 'updateDevice',
  tags,
  summary: 'Change what people keep of a device',
  description: 'What audits say cannot be changed: such a field, or an unknown one, is 400 and nothing is applied.',
  request: { params: idParamsSchema, body: patchBody(patchDeviceSchema) },
  responses: { 200: json(deviceSchema, 'The device as it is now') },
})

const remove = v1Route({
  'x-capability': 'EditInventory',
  method: 'delete',
  path: '/api/v1/devices/{id}',
  operationId: 'deleteDevice',
  tags,
  summary: 'Delete a device',
  description:
    "Cancels its audit, if one is running. Where the site's settings say `archiveOnDelete`, a device that is listed is archived instead. Its snapshots stay readable by their ids as long as the site's retention says. It comes back, with another id, when a scan or its agent sees it again: to keep it out, ignore it.",
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

const ignore = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/ignore',
  operationId: 'ignoreDevice',
  tags,
  summary: 'Delete a device and keep it out',
  description:
    'Puts on the Ignore List what no other device of the site has: its BIOS UUID, serial number, agent id and the MACs its makers gave it; where it has none of these, its machine id and other MACs, else the address it was reached at, else its name. 409 where nothing tells it from others, or the list is full.',
  request: { params: idParamsSchema },
  responses: { 200: json(ignoreListSchema, 'What was put on the Ignore List'), ...problems(409) },
})

const archive = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/archive',
  operationId: 'archiveDevice',
  tags,
  summary: 'Archive a device',
  description:
    'Takes it out of the lists, searches, counts of installations, compliance and duplicates, and cancels its audit, if one is running. It is still there under its id, with its snapshots, and in the list with `archived=true`. It is restored when it is seen again. One that is archived stays so.',
  request: { params: idParamsSchema },
  responses: { 200: json(deviceSchema, 'The device as it is now') },
})

const restore = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/restore',
  operationId: 'restoreDevice',
  tags,
  summary: 'Put an archived device back',
  description:
    'With the tags and installations that it had. Retention does not archive it again before the days of the settings are over. One that is not archived stays as it is.',
  request: { params: idParamsSchema },
  responses: { 200: json(deviceSchema, 'The device as it is now') },
})

const snapshots = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/snapshots',
  operationId: 'listDeviceSnapshots',
  tags: ['Snapshots'],
  summary: "List a device's snapshots",
  description: 'Newest auditDate first, ties by id.',
  request: { params: idParamsSchema, query: snapshotQuerySchema },
  responses: { 200: json(snapshotListSchema, 'A page of snapshots'), ...mergedAway },
})

export function deviceRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    const { asOf } = c.req.valid('query')
    const device = asOf === undefined ? await getDevice(c.get('ctx'), id) : await getDeviceAsOf(c.get('ctx'), id, asOf)
    return show(c, device)
  })
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateDevice(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(remove, async (c) => {
    await deleteDevice(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
  app.openapi(archive, async (c) => showChanged(c, await archiveDevice(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(restore, async (c) => showChanged(c, await restoreDevice(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(ignore, async (c) => {
    const items = await ignoreDevice(c.get('ctx'), c.req.valid('param').id)
    return c.json({ items, total: items.length }, 200)
  })
  app.openapi(snapshots, listBelow(listSnapshots))
}
