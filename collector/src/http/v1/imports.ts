import { deviceSchema } from '@rollcall/shared/api/device.ts'
import {
  createDeviceSchema,
  createSnapshotSchema,
  importDocumentSchema,
  importResultSchema,
} from '@rollcall/shared/api/import.ts'
import { snapshotSchema } from '@rollcall/shared/api/snapshot.ts'
import { getDevice } from '../../devices/detail/get-device.ts'
import { createDevice } from '../../ingest/imports/create-device.ts'
import { createSnapshot } from '../../ingest/imports/create-snapshot.ts'
import { importDocument } from '../../ingest/imports/import-document.ts'
import type { Sent } from '../../ingest/reading/reader.ts'
import { getSnapshot } from '../../snapshots/read/list-snapshots.ts'
import type { BodyBudget } from '../agent/body-budget.ts'
import { packingOfJson, withBody } from '../agent/read-body.ts'
import { showCreated } from '../answers/respond.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { describeRoute, json, jsonBody, needsCapability, noQuery, problems, routesOf } from '../openapi/route.ts'
import * as devices from './devices.ts'

const needs = 'EditInventory' as const
const mayEdit = needsCapability(needs)
const large = 'The body is at most 64 MiB, plain or with Content-Encoding gzip.'

const newDevice = routesOf('Devices').post('/api/v1/devices', {
  'x-capability': needs,
  operationId: 'createDevice',
  summary: 'Create a device',
  description:
    'Creates a device with a Manual snapshot. 409 `device_exists` if another device already has its serial number (with manufacturer), UUID, MAC address or another identifying value.',
  request: { body: jsonBody(createDeviceSchema) },
  responses: { 201: json(deviceSchema, 'The new device with its Manual snapshot'), ...problems(409) },
})

const newSnapshot = routesOf('Snapshots').post('/api/v1/snapshots', {
  'x-capability': needs,
  operationId: 'createSnapshot',
  summary: 'Create a snapshot',
  description: `Finds the device by its identity values, or creates it. A serial number counts together with its manufacturer. The request body is stored as the raw payload. ${large}`,
  request: { body: jsonBody(createSnapshotSchema) },
  responses: { 201: json(snapshotSchema, 'The new snapshot'), ...problems(409) },
})

const newImport = routesOf('Snapshots').post('/api/v1/imports', {
  'x-capability': needs,
  operationId: 'importDocument',
  summary: 'Import a document',
  description: `Accepts a GLPI inventory document (computer, phone, printer, network equipment), an observation as printed by \`rollcall snapshot --json\`, or a downloaded snapshot. The snapshot has the origin Import, and the document is its raw payload. A value or section of a GLPI document in a form that agents do not send is left out. The document is refused if the rest does not identify a device. A partial document creates no device: 409 \`unknown_device\`. ${large}`,
  request: { body: jsonBody(importDocumentSchema) },
  responses: {
    200: json(importResultSchema, 'The same document was imported before; nothing changed'),
    201: json(importResultSchema, 'The result of the import; Location is the path of the snapshot'),
    ...problems(409),
  },
})

/**
 * Adds the routes whose bodies of up to 64 MiB are parsed by the reader, as those of agents are, and not by the route's
 * validator.
 */
export function importRoutes(app: App, { ingest, reader }: HttpDeps, budget: BodyBudget): void {
  /** Reads a large body of a caller. */
  const withCallersBody = <R>(c: HttpContext, use: (sent: Sent) => Promise<R>): Promise<R> => {
    const { actor, siteId } = c.get('ctx')
    const sender = { siteId, id: actor.id, name: `${actor.kind} ${actor.id}` }
    return withBody(c, { budget, sender, packing: packingOfJson(c) }, use)
  }

  app.openapi(newDevice, async (c) => {
    const ctx = c.get('ctx')
    const raw = Buffer.from(await c.req.text())
    return devices.showCreated(c, await getDevice(ctx, await createDevice(ctx, ingest, c.req.valid('json'), raw)))
  })

  describeRoute(app, newSnapshot)
  app.post(newSnapshot.path, mayEdit, noQuery, (c) =>
    withCallersBody(c, async (sent) => {
      const ctx = c.get('ctx')
      const { snapshotId } = await createSnapshot(ctx, ingest, reader, sent)
      return showCreated(c, await getSnapshot(ctx, snapshotId))
    }),
  )

  describeRoute(app, newImport)
  app.post(newImport.path, mayEdit, noQuery, (c) =>
    withCallersBody(c, async (sent) => {
      const result = await importDocument(c.get('ctx'), ingest, reader, sent)
      if (result.status === 'duplicate') return c.json(result, 200)
      c.header('Location', `/api/v1/snapshots/${result.snapshotId}`)
      return c.json(result, 201)
    }),
  )
}
