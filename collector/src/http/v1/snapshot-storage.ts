import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  snapshotStorageStateSchema,
  snapshotStorageTestSchema,
  testSnapshotStorageSchema,
} from '@rollcall/shared/api/snapshot-storage.ts'
import { testSnapshotStorage } from '../../snapshots/offload/check-storage.ts'
import { snapshotStorageState } from '../../snapshots/offload/offload-status.ts'
import { show } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, notModified, v1Route } from '../openapi/route.ts'

const tags = ['Sites']

const state = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/site/settings/snapshot-storage',
  operationId: 'getSnapshotStorageState',
  tags,
  summary: 'How the offload of snapshots stands',
  description:
    'Each snapshot is copied after it is stored, from a durable queue, oldest first. A failure never touches the snapshot itself: copying pauses, for 1 second at first and up to 5 minutes, and goes on where it was. While Snapshot storage is off, what waits is kept and nothing is added. A copy is never given up: what waits is tried until the storage takes it, and the retention of the site deletes none of it meanwhile, except while Snapshot storage is off. A snapshot that a caller deletes before its copy was taken is not copied.',
  responses: { 200: json(snapshotStorageStateSchema, 'The state'), ...notModified },
})

const test = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/site/settings/snapshot-storage/test',
  operationId: 'testSnapshotStorage',
  tags,
  summary: 'Test Snapshot storage',
  description:
    'Writes, reads and deletes a probe object and says what failed. Without a body, the stored settings are tested; when they work, snapshots that wait for a copy are sent at once. With a body, its fields take the place of the stored ones for this test, so that they can be tried before they are saved.',
  request: { body: { required: false, content: { 'application/json': { schema: testSnapshotStorageSchema } } } },
  responses: { 200: json(snapshotStorageTestSchema, 'What came of it, also when the storage does not work') },
})

export function snapshotStorageRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(state, async (c) => show(c, await snapshotStorageState(c.get('ctx'))))
  app.openapi(test, async (c) => c.json(await testSnapshotStorage(c.get('ctx'), c.req.valid('json')), 200))
}
