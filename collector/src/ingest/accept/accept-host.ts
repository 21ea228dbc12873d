import { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { observationOf } from '@rollcall/shared/messages/sighting.ts'
import { eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { getAutoTag } from '../../scanning/segments/record-scan.ts'
import { recordHosts } from '../../scanning/tasks/record-progress.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { ReadResultOf } from '../reading/read-result.ts'
import { deliveryOf } from '../reading/reading.ts'
import { isIgnored } from './admit-observations.ts'
import type { PreparedDelivery } from './delivery.ts'
import type { Delivery, Ingest } from './ingest.ts'

type Host = { address: string } & ({ observation: Observation } | Pick<PreparedDelivery, 'prepared' | 'packed'>)

/**
 * Submits one host that an Audit Service observed and counts it in its task, in one transaction. The observation of a
 * late or cancelled task is stored as well: it is true.
 */
export function acceptHost(
  ctx: SystemContext,
  ingest: Ingest,
  result: ReadResultOf<'host'>,
  serviceId: string,
): Promise<void> {
  const { taskId, address, reading } = result
  return accept(ctx, ingest, taskId, [{ address, ...deliveryOf(reading) }], serviceId)
}

/** Submits many hosts that were only found. If the batch fails, some of them may still be stored. */
export function acceptHosts(
  ctx: SystemContext,
  ingest: Ingest,
  result: ReadResultOf<'hosts'>,
  serviceId: string,
): Promise<void> {
  const hosts = result.hosts.map((sighting) => ({ address: sighting.address, observation: observationOf(sighting) }))
  return accept(ctx, ingest, result.taskId, hosts, serviceId)
}

async function accept(
  ctx: SystemContext,
  ingest: Ingest,
  taskId: string,
  hosts: readonly Host[],
  serviceId: string,
): Promise<void> {
  const [task] = await ctx.store.read((db) => {
    const { tasks } = db.tables(taskTables)
    return db.select().from(tasks).where(eq(tasks.id, taskId))
  })
  if (task?.auditServiceId !== serviceId) {
    throw new DomainError('not_found', `Audit Service ${serviceId} has no task ${taskId}.`)
  }
  // An audited host was found by an earlier scan, so a tag that a person removed since stays removed.
  const autoTagId = task.kind === 'scan' && task.segmentId ? await getAutoTag(ctx, task.segmentId) : undefined
  const common: Omit<Delivery, 'observation'> = {
    siteId: task.siteId,
    auditServiceId: serviceId,
    ...(task.segmentId ? { segmentId: task.segmentId } : {}),
    ...(task.scheduleId ? { scheduleId: task.scheduleId } : {}),
    ...(autoTagId ? { autoTagId } : {}),
    actor: 'Audit Service',
    onStored: (tx, stored) =>
      recordHosts(
        tx,
        taskId,
        stored.map(({ delivery, outcome }) => ({
          address: delivery.task?.address ?? '',
          deviceId: outcome.deviceId,
          outcome: outcome.isNew ? 'new' : 'known',
        })),
        nowOf(ctx),
      ),
    onIgnored: (tx, ignored) =>
      recordHosts(
        tx,
        taskId,
        ignored.map(({ task }) => ({ address: task?.address ?? '', deviceId: null, outcome: 'ignored' })),
        nowOf(ctx),
      ),
  }
  const deliveries = hosts.map(({ address, ...seen }) => ({ ...common, ...seen, task: { taskId, address } }))
  const answers = await Promise.allSettled(
    deliveries.map((delivery) => ('prepared' in delivery ? ingest.submitPrepared(delivery) : ingest.submit(delivery))),
  )
  // An ignored host is counted already and needs nothing more.
  const failed = answers.find((answer) => answer.status === 'rejected' && !isIgnored(answer.reason))
  if (failed?.status === 'rejected') throw failed.reason
}
