import type { TestSnapshotStorage } from '@rollcall/shared/api/site-settings.ts'
import { type SnapshotStorageTest, type StorageStep, storageSteps } from '@rollcall/shared/api/snapshot-storage.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { mergeSettings } from '../../sites/merge-settings.ts'
import { type OpenSettings, openSiteSettings } from '../../sites/settings.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { resumeOffload } from './resume-offload.ts'
import { StorageProblem, storageProblemOf } from './storage-errors.ts'
import { objectKey, targetOf } from './target.ts'

const stepMsMax = 15_000

/**
 * Writes, reads and deletes a probe object, with the stored settings or with the `given` ones, and reports failures. If
 * the stored ones work, waiting snapshots are sent at once.
 */
export async function testSnapshotStorage(ctx: Context, given: TestSnapshotStorage): Promise<SnapshotStorageTest> {
  requireCapability(ctx, 'Administrator')
  const stored = await openSiteSettings(ctx, ctx.siteId)
  const result = await probe(ctx, mergeSettings(stored, { snapshotStorage: given }))
  if (result.ok && Object.keys(given).length === 0) {
    await ctx.store.write((tx) => resumeOffload(tx, ctx.siteId))
    ctx.wakeOutbox()
  }
  return result
}

async function probe({ siteId, outbound }: Context, { settings, secrets }: OpenSettings): Promise<SnapshotStorageTest> {
  const failed = new Map<StorageStep, StorageProblem>()
  const attempt = async <R>(step: StorageStep, what: () => R | Promise<R>): Promise<R | undefined> => {
    try {
      return await what()
    } catch (error) {
      failed.set(step, storageProblemOf(error))
      return undefined
    }
  }
  const bucket = await attempt('settings', () => openBucket(outbound, targetOf(settings, secrets)))
  const tried: StorageStep[] = ['settings']
  if (bucket) {
    const key = objectKey(settings.snapshotStorage.prefix, siteId, `probe-${newId()}.txt`)
    const content = Buffer.from(`Rollcall tests whether it can write here: ${newId()}`)
    await attempt('write', () => bucket.put(key, content, 'text/plain', stepSignal()))
    tried.push('write')
    if (!failed.has('write')) {
      await attempt('read', () => readBack(bucket, key, content))
      await attempt('delete', () => bucket.remove(key, stepSignal()))
      tried.push('read', 'delete')
    }
    bucket.close()
  }
  const [first] = failed.values()
  const outcome = (step: StorageStep) => (failed.has(step) ? 'failed' : tried.includes(step) ? 'passed' : 'skipped')
  return {
    ok: first === undefined,
    steps: storageSteps.map((step) => ({ step, outcome: outcome(step) })),
    problem: first?.code ?? null,
    detail: first?.message ?? null,
  }
}

async function readBack(bucket: Bucket, key: string, written: Buffer): Promise<void> {
  const read = await bucket.get(key, stepSignal())
  if (!written.equals(read)) throw new StorageProblem('not_s3', 'The content read differs from the content written.')
}

const stepSignal = () => AbortSignal.timeout(stepMsMax)
