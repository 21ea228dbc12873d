import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { currentCapabilities } from '../access/current-capabilities.ts'
import { capabilityInWords, hasCapability } from '../lib/authorise.ts'
import { type Actor, type Context, nowOf, type SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../lib/repeat-work.ts'
import { bulkTables } from '../store/schema/bulk.ts'
import type { Tx } from '../store/store.ts'
import { StoreUnavailableError } from '../store/unavailable.ts'
import { changeDevices } from './change-devices.ts'
import { type BulkRow, capabilityOf, openStatuses } from './operations.ts'
import { problemOf } from './start-operation.ts'

const pollMs = 2_000

/** Runs bulk operations in the background, also those that an earlier process began. */
export function startBulkRunner(system: SystemContext): RepeatedWork {
  const work = (stopping: AbortSignal) =>
    runBulkOperations(system, stopping).catch((error: unknown) =>
      logFailure(system.log, error, 'bulk operations failed; retrying'),
    )
  return repeatWork(work, pollMs)
}

/** Runs all open operations in turns of some devices each, so that a large one does not hold up the others. */
export async function runBulkOperations(system: SystemContext, stopping?: AbortSignal): Promise<void> {
  let open = await openOperations(system)
  while (open.length > 0 && !stopping?.aborted) {
    for (const id of open) if (!stopping?.aborted) await runStep(system, id, devicesPerStep)
    open = await openOperations(system)
  }
}

/** Devices of one transaction: few enough that other writers hardly wait. */
const devicesPerStep = 50
/** Actions that read and write much for each device. */
const perStepMax: Partial<Record<BulkRow['action']['kind'], number>> = { merge: 5, undo: 10, ignore: 10, audit: 10 }

async function openOperations(system: SystemContext): Promise<string[]> {
  const rows = await system.store.read((db) => {
    const { bulkOperations: operations } = db.tables(bulkTables)
    return db
      .select({ id: operations.id })
      .from(operations)
      .where(inArray(operations.status, [...openStatuses]))
      .orderBy(asc(operations.createdAt), asc(operations.id))
  })
  return rows.map(({ id }) => id)
}

/**
 * Changes the next devices of an operation in one transaction with its progress, so that a restart neither repeats nor
 * skips a device. If one of them fails, each is changed on its own, and a failed one is recorded with its reason.
 */
async function runStep(system: SystemContext, id: string, devices: number): Promise<void> {
  try {
    await system.store.write((tx) => changeNext(tx, system, id, devices))
    system.wakeOutbox()
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    if (devices > 1) {
      for (let left = devices; left > 0; left -= 1) await runStep(system, id, 1)
      return
    }
    if (!(error instanceof DomainError))
      system.log.error({ err: error, operationId: id }, 'bulk operation: device failed')
    await system.store.write((tx) => recordFailure(tx, system, id, error))
  }
}

async function changeNext(tx: Tx, system: SystemContext, id: string, devices: number): Promise<void> {
  const operation = await findOpen(tx, id)
  if (!operation) return
  const { capabilities, refusal } = await permissionOf(tx, system, operation)
  if (refusal !== undefined) {
    await end(tx, system, id, { status: 'Stopped', error: refusal })
    return
  }
  const ctx: Context = { ...system, siteId: operation.siteId, actor: actorOf(operation, capabilities) }
  const rows = await nextRows(tx, id, Math.min(devices, perStepMax[operation.action.kind] ?? devices))
  const { bulkDevices } = tx.tables(bulkTables)
  let undoable = 0
  for (const same of Map.groupBy(rows, ({ undo }) => JSON.stringify(undo)).values()) {
    const change = operation.action.kind === 'undo' ? same[0]?.undo : operation.action
    if (!change) throw new Error('a device of an undo has nothing to revert')
    const deviceIds = same.map(({ deviceId }) => deviceId)
    const undos = await changeDevices(tx, ctx, change, deviceIds)
    const isUndo = operation.undoes !== null
    undoable += isUndo ? 0 : undos.filter((undo) => undo !== undefined).length
    const done = same.map((row, at) => ({
      ...row,
      outcome: 'done' as const,
      undo: isUndo ? row.undo : (undos[at] ?? null),
    }))
    await tx.updateRows(bulkDevices, done, { key: ['operationId', 'position'], set: ['outcome', 'undo'] })
  }
  await addProgress(tx, system, operation, { done: rows.length, failed: 0, undoable })
}

/** Records the first waiting device as failed. */
async function recordFailure(tx: Tx, system: SystemContext, id: string, error: unknown): Promise<void> {
  const operation = await findOpen(tx, id)
  const [row] = operation ? await nextRows(tx, id, 1) : []
  if (!operation || !row) return
  const { bulkDevices } = tx.tables(bulkTables)
  const reason =
    error instanceof DomainError
      ? { code: error.code, message: error.message }
      : { code: 'internal_error', message: 'An unexpected error. The log of the collector describes it.' }
  const failed = { ...row, outcome: 'failed' as const, ...reason }
  await tx.updateRows(bulkDevices, [failed], { key: ['operationId', 'position'], set: ['outcome', 'code', 'message'] })
  await addProgress(tx, system, operation, { done: 0, failed: 1, undoable: 0 })
}

async function findOpen(tx: Tx, id: string): Promise<BulkRow | undefined> {
  const { bulkOperations: operations } = tx.tables(bulkTables)
  const [row] = await tx
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), inArray(operations.status, [...openStatuses])))
  return row
}

async function nextRows(tx: Tx, operationId: string, devices: number) {
  const { bulkDevices } = tx.tables(bulkTables)
  return tx
    .select()
    .from(bulkDevices)
    .where(and(eq(bulkDevices.operationId, operationId), eq(bulkDevices.outcome, 'waiting')))
    .orderBy(asc(bulkDevices.position))
    .limit(devices)
}

type Progress = Record<'done' | 'failed' | 'undoable', number>

async function addProgress(tx: Tx, system: SystemContext, row: BulkRow, { done, failed, undoable }: Progress) {
  const { bulkOperations: operations } = tx.tables(bulkTables)
  const isLast = row.done + row.failed + done + failed >= row.total
  await tx
    .update(operations)
    .set({
      status: 'Running',
      startedAt: row.startedAt ?? nowOf(system),
      done: sql`${operations.done} + ${done}`,
      failed: sql`${operations.failed} + ${failed}`,
      undoable: sql`${operations.undoable} + ${undoable}`,
    })
    .where(eq(operations.id, row.id))
  if (isLast) await end(tx, system, row.id, { status: 'Finished' })
}

async function end(tx: Tx, system: SystemContext, id: string, set: Pick<Partial<BulkRow>, 'status' | 'error'>) {
  const { bulkOperations: operations } = tx.tables(bulkTables)
  await tx
    .update(operations)
    .set({ ...set, finishedAt: nowOf(system) })
    .where(eq(operations.id, id))
}

/** Explains why an operation may not go on: its caller has lost the right, or its tag or schedule was deleted. */
async function permissionOf(tx: Tx, system: SystemContext, { actor, siteId, action }: BulkRow) {
  const capabilities = (await currentCapabilities(system, tx, actor, siteId)) ?? []
  const needed = capabilityOf(action.kind)
  if (!hasCapability({ capabilities }, needed)) {
    return { capabilities, refusal: `${actor.name} no longer has ${capabilityInWords(needed)} on this site.` }
  }
  const problem = await problemOf(tx, siteId, action)
  return { capabilities, refusal: problem && `${problem.field}: ${problem.message}` }
}

const actorOf = ({ actor, siteId }: BulkRow, capabilities: Actor['capabilities']): Actor => ({
  ...actor,
  capabilities,
  siteIds: [siteId],
})
