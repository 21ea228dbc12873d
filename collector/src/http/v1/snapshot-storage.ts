import { testSnapshotStorageSchema } from '@rollcall/shared/api/site-settings.ts'
import { snapshotStorageStateSchema, snapshotStorageTestSchema } from '@rollcall/shared/api/snapshot-storage.ts'
import { testSnapshotStorage } from '../../snapshots/offload/check-storage.ts'
import { snapshotStorageState } from '../../snapshots/offload/offload-status.ts'
import { show } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, notModified, routesOf } from '../openapi/route.ts'

const route = routesOf('Sites', 'Administrator')

const state = route.get('/api/v1/site/settings/snapshot-storage', {
  operationId: 'getSnapshotStorageState',
  summary: 'Get the state of Snapshot storage',
  description:
    'Each snapshot is copied after it is stored, from a durable queue, oldest first. A failed copy never affects the snapshot itself. After a failure, copying pauses for 1 second, later for up to 5 minutes, and continues with the same snapshot until the storage accepts it. The retention of the site deletes no snapshot that waits for its copy. While Snapshot storage is off, the queue is kept, no snapshot is added, and retention may delete waiting snapshots. A snapshot that a caller deletes before it is copied is not copied.',
  responses: { 200: json(snapshotStorageStateSchema, 'The state'), ...notModified },
})

const test = route.post('/api/v1/site/settings/snapshot-storage/test', {
  operationId: 'testSnapshotStorage',
  summary: 'Test Snapshot storage',
  description:
    'Writes, reads and deletes a test object, and reports what failed. Without a body, the stored settings are tested; if the test succeeds, waiting snapshots are sent at once. With a body, its fields replace the stored ones for this test, so that settings can be tested before they are saved.',
  request: { body: { required: false, content: { 'application/json': { schema: testSnapshotStorageSchema } } } },
  responses: { 200: json(snapshotStorageTestSchema, 'The result of the test, also if the storage does not work') },
})

export function snapshotStorageRoutes(app: App): void {
  app.openapi(state, async (c) => show(c, await snapshotStorageState(c.get('ctx'))))
  app.openapi(test, async (c) => c.json(await testSnapshotStorage(c.get('ctx'), c.req.valid('json')), 200))
}
