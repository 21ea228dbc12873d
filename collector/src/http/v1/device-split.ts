import { idParamsSchema, idSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  doNotMergeSchema,
  sightingListSchema,
  splitDeviceSchema,
  splitMax,
  splitResultSchema,
  unmergeableDeviceListSchema,
} from '@rollcall/shared/api/device-split.ts'
import { listSightings } from '../../devices/detail/list-sightings.ts'
import { addDoNotMerge, removeDoNotMerge } from '../../identity/merge/edit-do-not-merge.ts'
import { listDoNotMerge } from '../../identity/merge/list-do-not-merge.ts'
import { splitDevice } from '../../identity/split/split-device.ts'
import { answerListBelow } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, mergedAway, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Devices')

const sightings = route.get('/api/v1/devices/{id}/sightings', {
  operationId: 'listDeviceSightings',
  summary: 'List the sightings of a device',
  description:
    'A sighting stands for all observations of one origin with the same identity values, including answers to pings. Sorted by last seen, latest first, then by key. If a sighting belongs to another device, split it off.',
  request: { query: pageQuerySchema },
  responses: { 200: json(sightingListSchema, 'A page of sightings'), ...mergedAway },
})

const split = route.post('/api/v1/devices/{id}/split', {
  'x-capability': 'EditInventory',
  operationId: 'splitDevice',
  summary: 'Split a device into two',
  description: `Moves up to ${splitMax} snapshots, or sightings with all their snapshots, to a new device. Each of the two devices then shows what its own snapshots report, now and for past times. Tags, custom fields, asset tag, tasks, change log entries and all other sightings without a snapshot stay with this device. Both are marked as different devices. Earlier merges into this device can no longer be undone. If all snapshots of a merged record move, its id leads to the new device. 409 \`nothing_left\` if no snapshot and no sighting would remain. 400 if a snapshot or sighting does not belong to this device.`,
  request: { body: jsonBody(splitDeviceSchema) },
  responses: {
    200: json(splitResultSchema, 'Both devices; after a dry run, the devices as they would be'),
    ...problems(409),
  },
})

const keepApart = route.post('/api/v1/devices/{id}/keep-apart', {
  'x-capability': 'EditInventory',
  operationId: 'keepDevicesApart',
  summary: 'Mark two records as different devices',
  description:
    'No rule merges the two records, and they are not suggested as duplicates. Identity values that both have are evidence for neither. The mark stays when one of them is deleted and seen again. Repeating the call changes nothing. A person can still merge the two records. 400 on `/otherId` if it is not another device of this site.',
  request: { body: jsonBody(doNotMergeSchema) },
  responses: { 204: { description: 'The two records are marked as different devices' }, ...problems(409) },
})

const listApart = route.get('/api/v1/devices/{id}/keep-apart', {
  operationId: 'listDevicesKeptApart',
  summary: 'List the records marked as different from a device',
  description: 'Sorted by id, including deleted records.',
  request: { query: pageQuerySchema },
  responses: { 200: json(unmergeableDeviceListSchema, 'A page of records'), ...mergedAway },
})

const bringTogether = route.delete('/api/v1/devices/{id}/keep-apart/{otherId}', {
  'x-capability': 'EditInventory',
  operationId: 'bringDevicesTogether',
  summary: 'Remove the mark that two records are different devices',
  description:
    'The two records may be suggested as duplicates again. Their snapshots and sightings stay where they are: to combine them, merge the records. 404 if the two are not marked as different devices.',
  request: { params: idParamsSchema.extend({ otherId: idSchema }) },
  responses: { 204: { description: 'The mark is removed' }, ...problems(409) },
})

export function deviceSplitRoutes(app: App): void {
  app.openapi(sightings, answerListBelow(listSightings))
  app.openapi(split, async (c) =>
    c.json(await splitDevice(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(keepApart, async (c) => {
    await addDoNotMerge(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
  app.openapi(listApart, answerListBelow(listDoNotMerge))
  app.openapi(bringTogether, async (c) => {
    const { id, otherId } = c.req.valid('param')
    await removeDoNotMerge(c.get('ctx'), id, otherId)
    return c.body(null, 204)
  })
}
