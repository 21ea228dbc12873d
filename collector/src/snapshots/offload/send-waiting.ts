import { DomainError } from '@rollcall/shared/errors.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type OpenSettings, openSiteSettings } from '../../sites/settings.ts'
import { getSnapshot } from '../read/list-snapshots.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { beginTurn, endTurn, leaseRenewalMs, type OffloadContext, renewTurn, type TurnResult } from './offload-site.ts'
import { storageProblemOf } from './storage-errors.ts'
import { objectKey, targetOf } from './target.ts'

const concurrency = 4
const objectMsMax = 60_000
/** No further snapshot starts after this time, so that other sites get their turn. */
const turnMsMax = 60_000

/**
 * Copies snapshots of a site to its bucket in one turn. true if there may be more to send at once; false if none waits,
 * another collector has the turn, or the storage does not accept them. An object always has the same key and content,
 * so sending it twice duplicates nothing.
 */
export async function sendWaiting(ctx: OffloadContext, stopping: AbortSignal): Promise<boolean> {
  const open = await openSiteSettings(ctx, ctx.siteId)
  if (!open.settings.snapshotStorage.enabled) return false
  const waiting = await beginTurn(ctx)
  if (!waiting) return false
  const renewing = setInterval(() => {
    // If it fails, another collector may send the same snapshots, which changes nothing.
    renewTurn(ctx).catch((error: unknown) => logFailure(ctx.log, error, 'offload: the turn was not renewed'))
  }, leaseRenewalMs)
  const result = await send(ctx, open, waiting, stopping).finally(() => clearInterval(renewing))
  await endTurn(ctx, result)
  return result.problem === undefined && waiting.length > 0 && !stopping.aborted
}

async function send(
  ctx: OffloadContext,
  { settings, secrets }: OpenSettings,
  waiting: readonly string[],
  stopping: AbortSignal,
): Promise<TurnResult> {
  const result: TurnResult = { sent: [], gone: [], refused: [], problem: undefined }
  let bucket: Bucket | undefined
  try {
    bucket = await openBucket(ctx.outbound, targetOf(settings, secrets))
    await sendAll(ctx, { bucket, prefix: settings.snapshotStorage.prefix, waiting, stopping, result })
  } catch (error) {
    result.problem = storageProblemOf(error)
  } finally {
    bucket?.close()
  }
  return result
}

type Sending = {
  bucket: Bucket
  prefix: string
  waiting: readonly string[]
  stopping: AbortSignal
  result: TurnResult
}

/** Sends some at a time, in order, until one fails. */
async function sendAll(ctx: OffloadContext, { bucket, prefix, waiting, stopping, result }: Sending): Promise<void> {
  const over = AbortSignal.any([stopping, AbortSignal.timeout(turnMsMax)])
  const next = waiting.values()
  const sendLoop = async () => {
    for (const id of next) {
      if (over.aborted || result.problem) return
      const copy = await copyOf(ctx, prefix, id)
      if (copy === 'gone' || copy === 'unreadable') {
        result[copy === 'gone' ? 'gone' : 'refused'].push(id)
        continue
      }
      try {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(objectMsMax)])
        await bucket.put(copy.key, copy.content, 'application/json', signal)
        result.sent.push(id)
      } catch (error) {
        if (stopping.aborted) return
        const problem = storageProblemOf(error)
        if (problem.code === 'rejected') result.refused.push(id)
        result.problem ??= problem
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendLoop))
}

/** Download of a snapshot, and the key of its copy. */
async function copyOf(ctx: OffloadContext, prefix: string, id: string) {
  try {
    const snapshot = await getSnapshot(ctx, id)
    const name = `${snapshot.auditDate}-${id}.json`
    return {
      key: objectKey(prefix, ctx.siteId, snapshot.deviceId, name),
      content: Buffer.from(JSON.stringify(snapshot)),
    }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return 'gone'
    logFailure(ctx.log, error, 'offload: a snapshot cannot be read; retrying', { snapshotId: id })
    return 'unreadable'
  }
}
