import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { deviceAsOfQuerySchema, deviceSchema, patchDeviceSchema } from '@rollcall/shared/api/device.ts'
import { ignoreListSchema } from '@rollcall/shared/api/ignore-list.ts'
import { snapshotListSchema, snapshotQuerySchema } from '@rollcall/shared/api/snapshot.ts'
import { archiveDevice, restoreDevice } from '../../devices/archive/archive-one.ts'
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
  summary: 'Get a device with its data',
  description:
    '`data` is that of the current snapshot. A section that this snapshot does not have was not read: it is the last one that was, and `sections` has its date and source. `asOf` returns the device as it was at that time: its data, the values that audits had reported by then, and the asset tag, custom fields and audit schedule as far back as the change log reaches. 404 if the device was not yet in the inventory. A device deleted since is returned without the custom fields that it had when it was deleted. An id that was merged into another device answers 301 with the path of that device.',
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
  summary: 'Update the editable fields of a device',
  description:
    'Values that audits report cannot be changed. Such a field, or an unknown one, gives 400 and nothing is changed.',
  request: { params: idParamsSchema, body: patchBody(patchDeviceSchema) },
  responses: { 200: json(deviceSchema, 'The updated device') },
})

const remove = v1Route({
  'x-capability': 'EditInventory',
  method: 'delete',
  path: '/api/v1/devices/{id}',
  operationId: 'deleteDevice',
  tags,
  summary: 'Delete a device',
  description:
    'Cancels a running audit of the device. If the site setting `archiveOnDelete` is on, a device that is not archived yet is archived instead. The snapshots stay readable by id until the retention of the site deletes them. The device returns with a new id when a scan or its agent sees it again. To prevent that, use `POST /api/v1/devices/{id}/ignore`.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

const ignore = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/ignore',
  operationId: 'ignoreDevice',
  tags,
  summary: 'Delete a device and add it to the Ignore List',
  description:
    'Adds the identity values that no other device of the site has: BIOS UUID, serial number, agent id and manufacturer-assigned MAC addresses. If there are none, machine id and other MAC addresses are added; if there are none of these either, the address at which the device was reached, or else its name. 409 if no value distinguishes the device from others, or if the Ignore List is full.',
  request: { params: idParamsSchema },
  responses: { 200: json(ignoreListSchema, 'The entries added to the Ignore List'), ...problems(409) },
})

const archive = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/archive',
  operationId: 'archiveDevice',
  tags,
  summary: 'Archive a device',
  description:
    'Removes the device from lists, searches, installation counts, compliance and duplicates, and cancels its running audit. The device and its snapshots stay readable by id, and the list of devices with `archived=true` contains it. The device is restored when it is seen again. Archiving an archived device changes nothing.',
  request: { params: idParamsSchema },
  responses: { 200: json(deviceSchema, 'The archived device') },
})

const restore = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/restore',
  operationId: 'restoreDevice',
  tags,
  summary: 'Restore an archived device',
  description:
    'The device gets back its tags and installations. Retention does not archive it again before the number of days in the settings has passed. Restoring a device that is not archived changes nothing.',
  request: { params: idParamsSchema },
  responses: { 200: json(deviceSchema, 'The restored device') },
})

const snapshots = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/snapshots',
  operationId: 'listDeviceSnapshots',
  tags: ['Snapshots'],
  summary: 'List the snapshots of a device',
  description: 'Sorted by auditDate, newest first, then by id.',
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
