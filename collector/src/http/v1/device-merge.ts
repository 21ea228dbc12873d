import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
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
import { listBelow } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, mergedAway, problems, v1Route } from '../openapi/route.ts'

const tags = ['Devices']

const duplicates = v1Route({
  method: 'get',
  path: '/api/v1/devices/duplicates',
  operationId: 'listDuplicateDevices',
  tags,
  summary: 'List records that may be of one device',
  description:
    'Pairs that share what seldom two devices have, where an observation like the one would be taken for the other, or where the hardware is the same and network cards and name are not: one device, or a clone. The surest first, ties by the ids, the later first. Nothing that more than 32 devices share counts, and a pair that a person keeps apart is left out.',
  request: { query: pageQuerySchema },
  responses: { 200: json(duplicateListSchema, 'A page of pairs') },
})

const merge = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/merge',
  operationId: 'mergeDevices',
  tags,
  summary: 'Merge another record into a device',
  description:
    "The other's snapshots, identifiers, tags, custom fields, tasks and change history go to this device; where both have a value that people keep, this device's stays. The other's audit is cancelled, if one is running. Its id leads here: a GET of it, or of what is below it, is 301; anything else is 404. A 400 about `/otherId` where that is no other device of this site.",
  request: { params: idParamsSchema, body: jsonBody(mergeDevicesSchema) },
  responses: { 200: json(mergedDeviceSchema, 'The device as it is now, or would be') },
})

const unmerge = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/unmerge',
  operationId: 'unmergeDevice',
  tags,
  summary: 'Undo a merge',
  description:
    'The other record is there again under its own id, with all that came with it. A snapshot that came since goes to the one whose evidence it carries; what people entered since, and log lines since, stay with this device. The two are not suggested as duplicates again. Of several merges the last is undone first: 409 `merge_not_last` for another, 409 `merge_undone` for one that was undone.',
  request: { params: idParamsSchema, body: jsonBody(unmergeDeviceSchema) },
  responses: { 200: json(unmergedDevicesSchema, 'Both devices'), ...problems(409) },
})

const merges = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/merges',
  operationId: 'listDeviceMerges',
  tags,
  summary: 'List what was merged into a device',
  description: 'The last first, those that were undone too.',
  request: { params: idParamsSchema, query: pageQuerySchema },
  responses: { 200: json(deviceMergeListSchema, 'A page of merges'), ...mergedAway },
})

export function deviceMergeRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(duplicates, async (c) => c.json(await listDuplicates(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(merge, async (c) =>
    c.json(await mergeDevices(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(unmerge, async (c) =>
    c.json(await unmergeDevice(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(merges, listBelow(listMerges))
}
