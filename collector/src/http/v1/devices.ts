import { idParamsSchema, idSchema } from '@rollcall/shared/api/common.ts'
import {
  attachTagSchema,
  deviceAsOfQuerySchema,
  deviceSchema,
  deviceTagListSchema,
  patchDeviceSchema,
} from '@rollcall/shared/api/device.ts'
import { ignoreListSchema } from '@rollcall/shared/api/ignore-list.ts'
import { snapshotListSchema, snapshotQuerySchema } from '@rollcall/shared/api/snapshot.ts'
import { archiveDevice, restoreDevice } from '../../devices/archive/archive-one.ts'
import { getDeviceAsOf } from '../../devices/detail/device-as-of.ts'
import { getDevice } from '../../devices/detail/get-device.ts'
import { deleteDevice } from '../../devices/edit/delete-device.ts'
import { ignoreDevice } from '../../devices/edit/ignore-device.ts'
import { updateDevice } from '../../devices/edit/update-device.ts'
import { attachTag } from '../../devices/tags/attach-tag.ts'
import { detachTag } from '../../devices/tags/detach-tag.ts'
import { listSnapshots } from '../../snapshots/read/list-snapshots.ts'
import { answerListBelow, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, mergedAway, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Devices')
export const { answerDelete, answerUpdate, preconditionOf, show, showChanged, showCreated } = answersOf(
  patchDeviceSchema.keyof().options,
)

const get = route.get('/api/v1/devices/{id}', {
  operationId: 'getDevice',
  summary: 'Get a device with its data',
  description:
    '`data` is that of the current snapshot. A section that this snapshot does not have was not read: it is the last one that was, and `sections` has its date and source. `asOf` returns the device as it was at that time: its data, the values that audits had reported by then, and the asset tag, custom fields and audit schedule as far back as the change log reaches. 404 if the device was not yet in the inventory. A device deleted since is returned without the custom fields that it had when it was deleted. An id that was merged into another device answers 301 with the path of that device.',
  request: { query: deviceAsOfQuerySchema },
  responses: {
    200: json(deviceSchema, 'The device'),
    ...notModified,
    ...mergedAway,
  },
})

const update = route.patch('/api/v1/devices/{id}', {
  'x-capability': 'EditInventory',
  operationId: 'updateDevice',
  summary: 'Update the editable fields of a device',
  description:
    'Values that audits report cannot be changed. Such a field, or an unknown one, gives 400 and nothing is changed.',
  request: { body: patchBody(patchDeviceSchema) },
  responses: { 200: json(deviceSchema, 'The updated device') },
})

const remove = route.delete('/api/v1/devices/{id}', {
  'x-capability': 'EditInventory',
  operationId: 'deleteDevice',
  summary: 'Delete a device',
  description:
    'Cancels a running audit of the device. If the site setting `archiveOnDelete` is on, a device that is not archived yet is archived instead. The snapshots stay readable by id until the retention of the site deletes them. The device returns with a new id when a scan or its agent sees it again. To prevent that, use `POST /api/v1/devices/{id}/ignore`.',
  responses: { 204: { description: 'Deleted' } },
})

const ignore = route.post('/api/v1/devices/{id}/ignore', {
  'x-capability': 'EditInventory',
  operationId: 'ignoreDevice',
  summary: 'Delete a device and add it to the Ignore List',
  description:
    'Adds the identity values that no other device of the site has: BIOS UUID, serial number, agent id and manufacturer-assigned MAC addresses. If there are none, machine id and other MAC addresses are added; if there are none of these either, the address at which the device was reached, or else its name. 409 if no value distinguishes the device from others, or if the Ignore List is full.',
  responses: { 200: json(ignoreListSchema, 'The entries added to the Ignore List'), ...problems(409) },
})

const archive = route.post('/api/v1/devices/{id}/archive', {
  'x-capability': 'EditInventory',
  operationId: 'archiveDevice',
  summary: 'Archive a device',
  description:
    'Removes the device from lists, searches, installation counts, compliance and duplicates, and cancels its running audit. The device and its snapshots stay readable by id, and the list of devices with `archived=true` contains it. The device is restored when it is seen again. Archiving an archived device changes nothing.',
  responses: { 200: json(deviceSchema, 'The archived device') },
})

const restore = route.post('/api/v1/devices/{id}/restore', {
  'x-capability': 'EditInventory',
  operationId: 'restoreDevice',
  summary: 'Restore an archived device',
  description:
    'The device gets back its tags and installations. Retention does not archive it again before the number of days in the settings has passed. Restoring a device that is not archived changes nothing.',
  responses: { 200: json(deviceSchema, 'The restored device') },
})

const snapshots = routesOf('Snapshots').get('/api/v1/devices/{id}/snapshots', {
  operationId: 'listDeviceSnapshots',
  summary: 'List the snapshots of a device',
  description: 'Sorted by auditDate, newest first, then by id.',
  request: { query: snapshotQuerySchema },
  responses: { 200: json(snapshotListSchema, 'A page of snapshots'), ...mergedAway },
})

const attach = route.post('/api/v1/devices/{id}/tags', {
  'x-capability': 'EditInventory',
  operationId: 'attachTag',
  summary: 'Attach a tag to a device',
  description:
    'Names the tag by id, or by name without regard to case. The tag must exist in the catalog: an unknown tag gives 400. Attaching a tag that the device already has changes nothing. 409 if the device is archived.',
  request: { body: jsonBody(attachTagSchema) },
  responses: { 200: json(deviceTagListSchema, 'All tags of the device, sorted by name'), ...problems(409) },
})

const detach = route.delete('/api/v1/devices/{id}/tags/{tagId}', {
  'x-capability': 'EditInventory',
  operationId: 'detachTag',
  summary: 'Detach a tag from a device',
  description:
    'The tag stays in the catalog. 404 if the device does not have the tag. 409 if the device is archived. If-Match takes the ETag of the device.',
  request: { params: idParamsSchema.extend({ tagId: idSchema }) },
  responses: { 204: { description: 'Detached' }, ...problems(409) },
})

export function deviceRoutes(app: App): void {
  app.openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    const { asOf } = c.req.valid('query')
    const device = asOf === undefined ? await getDevice(c.get('ctx'), id) : await getDeviceAsOf(c.get('ctx'), id, asOf)
    return show(c, device)
  })
  app.openapi(update, answerUpdate(updateDevice))
  app.openapi(remove, answerDelete(deleteDevice))
  app.openapi(archive, async (c) => showChanged(c, await archiveDevice(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(restore, async (c) => showChanged(c, await restoreDevice(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(ignore, async (c) => {
    const items = await ignoreDevice(c.get('ctx'), c.req.valid('param').id)
    return c.json({ items, total: items.length }, 200)
  })
  app.openapi(snapshots, answerListBelow(listSnapshots))
  app.openapi(attach, async (c) =>
    c.json(await attachTag(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(detach, async (c) => {
    const { id, tagId } = c.req.valid('param')
    await detachTag(c.get('ctx'), id, tagId, preconditionOf(c))
    return c.body(null, 204)
  })
}
