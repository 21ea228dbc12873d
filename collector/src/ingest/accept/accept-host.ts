import { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { observationOf } from '@rollcall/shared/messages/sighting.ts'
import { eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { getAutoTag } from '../../scanning/segments/record-scan.ts'
import { recordHosts } from '../../scanning/tasks/record-progress.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { submitCompleted } from '../completion/submit-completed.ts'
import type { ReadResultOf } from '../reading/read-result.ts'
import type { Reader } from '../reading/reader.ts'
import { preparedOf, type Reading } from '../reading/reading.ts'
import { isIgnored } from './admit-observations.ts'
import type { Delivery, Ingest } from './ingest.ts'

type Host = { address: string } & ({ observation: Observation } | { reading: Reading; reader: Reader })

/**
 * Submits one host that an Audit Service observed and counts it in its task, in one transaction. The observation of a
 * late or cancelled task is stored as well: it is true.
 */
export function acceptHost(
  ctx: SystemContext,
  ingest: Ingest,
  reader: Reader,
  result: ReadResultOf<'host'>,
  serviceId: string,
): Promise<void> {
  const { taskId, address, reading } = result
  return accept(ctx, ingest, taskId, [{ address, reading, reader }], serviceId)
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
  const submit = (host: Host) => {
    const origin = { ...common, task: { taskId, address: host.address } }
    if ('observation' in host) return ingest.submit({ ...origin, observation: host.observation })
    const { siteId } = task
    const sender = { siteId, id: serviceId, name: `Audit Service ${serviceId}` }
    const observed = { siteId, sender, reading: host.reading, prepared: preparedOf(host.reading) }
    return submitCompleted(ctx, host.reader, observed, (delivery) => ingest.submitPrepared({ ...origin, ...delivery }))
  }
  const answers = await Promise.allSettled(hosts.map(submit))
  // An ignored host is counted already and needs nothing more.
  const failed = answers.find((answer) => answer.status === 'rejected' && !isIgnored(answer.reason))
  if (failed?.status === 'rejected') throw failed.reason
}
