import type { Credential } from '@rollcall/shared/messages/credential.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { siteSettings } from '../../sites/settings.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { curveKeyOf } from '../audit-services/read-audit-services.ts'
import { openCredentials } from '../credentials/list-credentials.ts'

type Dispatch = {
  task: Omit<Task, 'sealedCredentials'>
  credentials: Credential[]
  /** The service's curve key, which seals the credentials. */
  curvePublicKey: string
}

/**
 * Loads the message of a queued task. Undefined if the task was canceled meanwhile or its Audit Service was deleted.
 * For a task that was sent before, call it only if that message is lost: this is the next attempt.
 */
export async function loadForDispatch(ctx: SystemContext, taskId: string): Promise<Dispatch | undefined> {
  const row = await loadQueued(ctx, taskId)
  if (!row?.auditServiceId) return undefined
  const curvePublicKey = await curveKeyOf(ctx, row.auditServiceId)
  if (curvePublicKey === undefined) return undefined
  const { credentials, unreadable } = await openCredentials(ctx, row.input.credentialIds)
  const { ssh } = await ctx.store.read((db) => siteSettings(db, row.siteId))
  return {
    task: {
      version: 1,
      taskId,
      attempt: row.attempt,
      serviceId: row.auditServiceId,
      kind: row.kind,
      issuedAt: nowOf(ctx),
      expiresAt: row.expiresAt,
      addresses: row.input.addresses,
      source: row.input.source,
      options: row.input.options,
      ...(ssh.requireKnownHostKeys ? { requireKnownHostKeys: true } : {}),
      ...(unreadable.length > 0 ? { unreadableCredentials: unreadable } : {}),
    },
    credentials,
    curvePublicKey,
  }
}

async function loadQueued(ctx: SystemContext, taskId: string) {
  return ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    // A running task has no message if the stream was lost: it is sent again as the same attempt.
    const isLost = and(eq(tasks.status, 'Running'), isNull(tasks.streamSequence))
    const isQueued = and(eq(tasks.id, taskId), or(eq(tasks.status, 'Queued'), isLost))
    const [row] = await tx.select().from(tasks).where(isQueued)
    if (!row || row.streamSequence === null) return row
    // Not if another collector has just done so.
    const [raised] = await tx
      .update(tasks)
      .set({ attempt: row.attempt + 1, streamSequence: null })
      .where(and(isQueued, eq(tasks.attempt, row.attempt)))
      .returning()
    return raised
  })
}

/**
 * Sends every unfinished task again after the stream with their messages was lost. The attempt stays: an Audit Service
 * that runs the task, or has ended it, does not start it again.
 */
export async function resendActiveTasks(ctx: SystemContext): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    const rows = await tx
      .update(tasks)
      .set({ streamSequence: null })
      .where(inArray(tasks.status, ['Queued', 'Running']))
      .returning({ id: tasks.id })
    await enqueueAll(
      tx,
      rows.map(({ id }) => ({ kind: 'task', subjectId: id })),
      nowOf(ctx),
    )
  })
  ctx.wakeOutbox()
}

/** Records the stream sequence of the task's message, so that a cancel can remove the message. */
export async function recordDispatch(ctx: SystemContext, taskId: string, streamSequence: number): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { tasks } = tx.tables(taskTables)
    await tx
      .update(tasks)
      .set({ streamSequence, dispatchedAt: nowOf(ctx) })
      .where(eq(tasks.id, taskId))
  })
}

/** Returns the service and message of a task; undefined if there is no such task. */
export async function dispatchedTo(
  ctx: SystemContext,
  taskId: string,
): Promise<{ serviceId: string; streamSequence: number | null } | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { tasks } = db.tables(taskTables)
    return db
      .select({ serviceId: tasks.auditServiceId, streamSequence: tasks.streamSequence })
      .from(tasks)
      .where(eq(tasks.id, taskId))
  })
  return row?.serviceId ? { serviceId: row.serviceId, streamSequence: row.streamSequence } : undefined
}
