import {
  bulkCountSchema,
  bulkFailureListSchema,
  bulkOperationListSchema,
  bulkOperationQuerySchema,
  bulkOperationSchema,
  startBulkSchema,
} from '@rollcall/shared/api/bulk-operation.ts'
import { mergedDevicesMax } from '@rollcall/shared/api/choices.ts'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { cancelBulkOperation } from '../../bulk/cancel-operation.ts'
import { getBulkOperation, listBulkFailures, listBulkOperations } from '../../bulk/operations.ts'
import { countBulkDevices, startBulkOperation } from '../../bulk/start-operation.ts'
import { undoBulkOperation } from '../../bulk/undo-operation.ts'
import { answerGet, answerList, answerListBelow, showCreated } from '../answers/respond.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { wholeSeconds } from '../middleware/count-call.ts'
import { json, jsonBody, notModified, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Bulk operations')

const start = route.post('/api/v1/bulk-operations', {
  operationId: 'startBulkOperation',
  summary: 'Change many devices at once',
  description: `Chooses the devices at once and changes them in the background, in the order of their names or of \`ids\`. Devices that match later do not belong to the operation. Progress, failures and the result are in the operation; it also survives a restart of the collector. A device that cannot be changed does not stop the others. \`merge\` merges each device into \`into\`, at most ${mergedDevicesMax} that are named by id, because a person chooses the one that stays. Each device counts as one transaction of an App registration: 429 \`quota_exhausted\` if the quota does not permit them all. 429 \`rate_limited\` if 20 operations of the site have not ended. \`audit\` needs the Start audits or scans capability, all other actions need the Edit inventory capability.`,
  request: { body: jsonBody(startBulkSchema) },
  responses: { 201: json(bulkOperationSchema, 'The queued operation') },
})

const countDevices = route.post('/api/v1/bulk-operations/count', {
  operationId: 'countBulkDevices',
  summary: 'Count the devices of a bulk operation',
  description: 'Takes the body that would start it, checks it, and changes nothing.',
  request: { body: jsonBody(startBulkSchema) },
  responses: { 200: json(bulkCountSchema, 'The number of devices') },
})

const list = route.get('/api/v1/bulk-operations', {
  operationId: 'listBulkOperations',
  summary: 'List bulk operations',
  description: 'Newest first, then by id. An operation is deleted 30 days after its end.',
  request: { query: bulkOperationQuerySchema },
  responses: { 200: json(bulkOperationListSchema, 'A page of operations') },
})

const get = route.get('/api/v1/bulk-operations/{id}', {
  operationId: 'getBulkOperation',
  summary: 'Get a bulk operation with its progress',
  responses: { 200: json(bulkOperationSchema, 'The operation'), ...notModified },
})

const failures = route.get('/api/v1/bulk-operations/{id}/failures', {
  operationId: 'listBulkFailures',
  summary: 'List the devices that a bulk operation could not change',
  description: 'In the order of the operation, each with its reason.',
  request: { query: pageQuerySchema },
  responses: { 200: json(bulkFailureListSchema, 'A page of failures') },
})

const cancel = route.post('/api/v1/bulk-operations/{id}/cancel', {
  operationId: 'cancelBulkOperation',
  summary: 'Cancel a bulk operation',
  description:
    'The devices that were done stay changed; an undo reverts them. Needs the capability of the action. 409 if it has already ended.',
  responses: { 202: json(bulkOperationSchema, 'The cancelled operation'), ...problems(409) },
})

const undo = route.post('/api/v1/bulk-operations/{id}/undo', {
  'x-capability': 'EditInventory',
  operationId: 'undoBulkOperation',
  summary: 'Undo a bulk operation',
  description:
    'Starts an operation that reverts every change of an ended one, the last device first: tags, edited fields, archiving and merges. Audits, deletions and entries of the Ignore List stay. A device whose fields were edited since is a failure of the undo, and keeps them. Each device counts as one transaction of an App registration. 409 `not_undoable` if the operation has not ended, changed nothing that can be reverted, was already undone, or is an undo itself.',
  responses: { 201: json(bulkOperationSchema, 'The operation that reverts it'), ...problems(409) },
})

export function bulkOperationRoutes(app: App, deps: HttpDeps): void {
  app.openapi(start, async (c) =>
    showCreated(c, await startBulkOperation(c.get('ctx'), c.req.valid('json'), chargeOf(c, deps))),
  )
  app.openapi(countDevices, async (c) =>
    c.json({ total: await countBulkDevices(c.get('ctx'), c.req.valid('json')) }, 200),
  )
  app.openapi(list, answerList(listBulkOperations))
  app.openapi(get, answerGet(getBulkOperation))
  app.openapi(failures, answerListBelow(listBulkFailures))
  app.openapi(cancel, async (c) => c.json(await cancelBulkOperation(c.get('ctx'), c.req.valid('param').id), 202))
  app.openapi(undo, async (c) => {
    const made = await undoBulkOperation(c.get('ctx'), c.req.valid('param').id, chargeOf(c, deps))
    c.header('Location', `/api/v1/bulk-operations/${made.id}`)
    return c.json(made, 201)
  })
}

/** Counts devices as transactions of an App registration. People have no quota. */
const chargeOf =
  (c: HttpContext, { limits }: HttpDeps) =>
  async (devices: number): Promise<void> => {
    const { actor, siteId } = c.get('ctx')
    if (actor.kind !== 'app') return
    const exceeded = await limits.charge({ siteId, registrationId: actor.id }, devices)
    if (!exceeded) return
    c.header('Retry-After', String(wholeSeconds(exceeded.resetSeconds)))
    const left = counted(Math.max(0, exceeded.max - exceeded.used), 'API transaction')
    const message = `The operation has ${counted(devices, 'device')}. Of this month, ${left} are left.`
    throw new DomainError('quota_exhausted', message)
  }
