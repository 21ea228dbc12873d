import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  deviceMergeListSchema,
  duplicateListSchema,
  mergeDevicesSchema,
  mergedDeviceSchema,
  unmergeDeviceSchema,
  unmergedDevicesSchema,
} from '@rollcall/shared/api/device-merge.ts'
import { listDuplicates } from '../../identity/merge/list-duplicates.ts'
import { listMerges } from '../../identity/merge/list-merges.ts'
import { mergeDevices } from '../../identity/merge/merge-devices.ts'
import { unmergeDevice } from '../../identity/merge/unmerge-device.ts'
import { answerList, answerListBelow } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, mergedAway, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Devices')

const duplicates = route.get('/api/v1/devices/duplicates', {
  operationId: 'listDuplicateDevices',
  summary: 'List likely duplicates',
  description:
    'Returns pairs of records that may be the same device, for one of three reasons. They share identity values that two devices rarely share. An observation of one would match the other. Their hardware is the same, but their network cards and names differ: one device, or a clone. Sorted by confidence, highest first, then by ids, latest first. An identity value that more than 32 devices share does not count. Pairs that a person marked as different devices are left out.',
  request: { query: pageQuerySchema },
  responses: { 200: json(duplicateListSchema, 'A page of pairs') },
})

const merge = route.post('/api/v1/devices/{id}/merge', {
  'x-capability': 'EditInventory',
  operationId: 'mergeDevices',
  summary: 'Merge another record into a device',
  description:
    'Moves the snapshots, identifiers, tags, custom fields, tasks and change history of the other record to this device. If both records have a value in an editable field, this device keeps its own. A running audit of the other record is cancelled. Afterwards, a GET of the other id, or of a path below it, answers 301 with the path of this device; every other request answers 404. 400 on `/otherId` if it is not another device of this site.',
  request: { body: jsonBody(mergeDevicesSchema) },
  responses: { 200: json(mergedDeviceSchema, 'The merged device; after a dry run, the device as it would be') },
})

const unmerge = route.post('/api/v1/devices/{id}/unmerge', {
  'x-capability': 'EditInventory',
  operationId: 'unmergeDevice',
  summary: 'Undo a merge',
  description:
    'Restores the other record under its own id, with everything that it brought into the merge. A snapshot added since goes to the device whose evidence it carries. Values that people entered since, and change log entries since, stay with this device. The two records are not suggested as duplicates again. Merges are undone in reverse order: 409 `merge_not_last` if there is a later merge, 409 `merge_undone` if this merge was already undone.',
  request: { body: jsonBody(unmergeDeviceSchema) },
  responses: { 200: json(unmergedDevicesSchema, 'Both devices'), ...problems(409) },
})

const merges = route.get('/api/v1/devices/{id}/merges', {
  operationId: 'listDeviceMerges',
  summary: 'List the merges into a device',
  description: 'Latest first, including merges that were undone.',
  request: { query: pageQuerySchema },
  responses: { 200: json(deviceMergeListSchema, 'A page of merges'), ...mergedAway },
})

export function deviceMergeRoutes(app: App): void {
  app.openapi(duplicates, answerList(listDuplicates))
  app.openapi(merge, async (c) =>
    c.json(await mergeDevices(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(unmerge, async (c) =>
    c.json(await unmergeDevice(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(merges, answerListBelow(listMerges))
}
