import type { OpenAPIHono } from '@hono/zod-openapi'
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
import { listBelow } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, mergedAway, problems, v1Route } from '../openapi/route.ts'

const tags = ['Devices']

const sightings = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/sightings',
  operationId: 'listDeviceSightings',
  tags,
  summary: 'List what a device was seen as',
  description:
    'All observations of an origin that said the same of which device they are of are one sighting, answers to pings as well. The last seen first, ties by key. Where one should be of another device, split it off.',
  request: { params: idParamsSchema, query: pageQuerySchema },
  responses: { 200: json(sightingListSchema, 'A page of sightings'), ...mergedAway },
})

const split = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/split',
  operationId: 'splitDevice',
  tags,
  summary: 'Make two devices of one that was taken for both',
  description: `Up to ${splitMax} snapshots, or sightings with all their snapshots, go to a new device, and each of the two shows what its own say, now and at any time past. Tags, custom fields, asset tag, tasks and log lines stay with this one, and so do all sightings without a snapshot that are not named. The two are kept apart from then on. Merges into the device can no longer be undone by themselves; an id that was merged away leads to the new device where all of its snapshots went there. 409 \`nothing_left\` where nothing would stay; a 400 about what the device does not have.`,
  request: { params: idParamsSchema, body: jsonBody(splitDeviceSchema) },
  responses: { 200: json(splitResultSchema, 'Both devices as they are now, or would be'), ...problems(409) },
})

const keepApart = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/keep-apart',
  operationId: 'keepDevicesApart',
  tags,
  summary: 'Say that two records are of two devices',
  description:
    'No rule makes them one, they are not suggested as duplicates, and what both have proves nothing of either. That is remembered when one of them is deleted and comes back. Said again it is the same. A person may still merge them. A 400 about `/otherId` where that is no other device of this site.',
  request: { params: idParamsSchema, body: jsonBody(doNotMergeSchema) },
  responses: { 204: { description: 'Kept apart' }, ...problems(409) },
})

const listApart = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/keep-apart',
  operationId: 'listDevicesKeptApart',
  tags,
  summary: 'List what a device is kept apart from',
  description: 'By id, those that were deleted too.',
  request: { params: idParamsSchema, query: pageQuerySchema },
  responses: { 200: json(unmergeableDeviceListSchema, 'A page of devices'), ...mergedAway },
})

const bringTogether = v1Route({
  'x-capability': 'EditInventory',
  method: 'delete',
  path: '/api/v1/devices/{id}/keep-apart/{otherId}',
  operationId: 'bringDevicesTogether',
  tags,
  summary: 'No longer keep two devices apart',
  description:
    'They may be suggested as duplicates again. What they were seen as until now stays where it is: to make them one, merge them. 404 where they are not kept apart.',
  request: { params: idParamsSchema.extend({ otherId: idSchema }) },
  responses: { 204: { description: 'No longer kept apart' }, ...problems(409) },
})

export function deviceSplitRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(sightings, listBelow(listSightings))
  app.openapi(split, async (c) =>
    c.json(await splitDevice(c.get('ctx'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  app.openapi(keepApart, async (c) => {
    await addDoNotMerge(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
  app.openapi(listApart, listBelow(listDoNotMerge))
  app.openapi(bringTogether, async (c) => {
    const { id, otherId } = c.req.valid('param')
    await removeDoNotMerge(c.get('ctx'), id, otherId)
    return c.body(null, 204)
  })
}
