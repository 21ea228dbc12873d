import {
  diffParamsSchema,
  snapshotDiffSchema,
  snapshotReportSchema,
  snapshotSchema,
} from '@rollcall/shared/api/snapshot.ts'
import { z } from 'zod'
import { deleteSnapshot } from '../../devices/edit/delete-snapshot.ts'
import { diffSnapshots } from '../../snapshots/diff/diff-snapshots.ts'
import { getSnapshot, rawSnapshot, readReport } from '../../snapshots/read/list-snapshots.ts'
import { answerDelete, answerGet, show, unchanged } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, notModified, routesOf } from '../openapi/route.ts'

const route = routesOf('Snapshots')
const attachment = (what: string) => ({
  'Content-Disposition': { schema: { type: 'string' as const }, description: `attachment; filename="${what}"` },
})

const get = route.get('/api/v1/snapshots/{id}', {
  operationId: 'getSnapshot',
  summary: 'Get a snapshot with its data',
  responses: {
    200: json(snapshotSchema, 'The snapshot'),
    ...notModified,
  },
})

const download = route.get('/api/v1/snapshots/{id}/download', {
  operationId: 'downloadSnapshot',
  summary: 'Download a snapshot as a file',
  description: 'The same content as the Data button of the Audit tab, and as the copy in Snapshot storage.',
  responses: {
    200: { ...json(snapshotSchema, 'The snapshot as an attachment'), headers: attachment('snapshot-<id>.json') },
    ...notModified,
  },
})

const report = route.get('/api/v1/snapshots/{id}/report', {
  operationId: 'getSnapshotReport',
  summary: 'Get the audit report of a snapshot',
  description:
    'Contains the evidence for identified values, the outcome of each probe, and the data that was cut. The id is the id of a snapshot, such as the `auditId` of a device.',
  responses: { 200: json(snapshotReportSchema, 'The report'), ...notModified },
})

const raw = route.get('/api/v1/snapshots/{id}/raw', {
  operationId: 'downloadRawSnapshot',
  summary: 'Download the raw payload of a snapshot',
  description:
    'The format depends on the origin. Agent: the body that the agent sent. Service: SNMP variable bindings, nmap XML and probe transcript in one gzip-compressed tar archive. Import: the imported document. Manual: the request body. 404 `no_raw_payload` if none was stored.',
  responses: {
    200: {
      description: 'The raw payload',
      content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
      headers: attachment('raw-<id>.bin'),
    },
    ...notModified,
  },
})

const diff = route.get('/api/v1/snapshots/{id}/diff/{otherId}', {
  operationId: 'diffSnapshots',
  summary: 'Compare two snapshots',
  description:
    'Returns what was added, removed and changed from the first snapshot to the other, by section. Both snapshots must belong to this site, but may belong to different devices. Software is compared by name: an upgrade is a changed version. Interfaces are compared by name, hardware parts by what identifies them. The order of lists, link states, clock speeds, free space and the interfaces of containers are not compared.',
  request: { params: diffParamsSchema },
  responses: { 200: json(snapshotDiffSchema, 'The differences'), ...notModified },
})

const remove = route.delete('/api/v1/snapshots/{id}', {
  'x-capability': 'EditInventory',
  operationId: 'deleteSnapshot',
  summary: 'Delete a snapshot',
  description:
    'The audit cannot be restored, except from a copy in Snapshot storage, which is not deleted. The device stays. If its current snapshot is deleted, the next newest becomes the current one, and the device shows what its remaining snapshots report.',
  responses: { 204: { description: 'Deleted' } },
})

export function snapshotRoutes(app: App): void {
  app.openapi(get, answerGet(getSnapshot))
  app.openapi(download, async (c) => {
    const snapshot = await getSnapshot(c.get('ctx'), c.req.valid('param').id)
    if (unchanged(c, snapshot)) return c.body(null, 304)
    c.header('Content-Disposition', `attachment; filename="snapshot-${snapshot.id}.json"`)
    return c.json(snapshot, 200)
  })
  app.openapi(report, answerGet(readReport))
  app.openapi(raw, async (c) => {
    const { id } = c.req.valid('param')
    const content = await rawSnapshot(c.get('ctx'), id)
    if (unchanged(c, content)) return c.body(null, 304)
    return c.body(new Uint8Array(content), 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="raw-${id}.bin"`,
    })
  })
  app.openapi(diff, async (c) => {
    const { id, otherId } = c.req.valid('param')
    return show(c, await diffSnapshots(c.get('ctx'), id, otherId))
  })
  app.openapi(remove, answerDelete(deleteSnapshot))
}
