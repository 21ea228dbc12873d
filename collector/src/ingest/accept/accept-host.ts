import { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type HostAudit, isAudited, untried } from '@rollcall/shared/messages/host-audit.ts'
import { eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { recordAuditProblems } from '../../scanning/audit-problems/record-audit-problems.ts'
import { getAutoTag } from '../../scanning/segments/record-scan.ts'
import { recordHosts } from '../../scanning/tasks/record-progress.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { submitCompleted } from '../completion/submit-completed.ts'
import type { PreparedObservation } from '../reading/observed.ts'
import type { ReadResultOf } from '../reading/read-result.ts'
import type { Reader } from '../reading/reader.ts'
import { preparedOf, type Reading } from '../reading/reading.ts'
import { isIgnored } from './admit-observations.ts'
import type { Delivery, Ingest, Origin } from './ingest.ts'

type Host = { address: string; audit: HostAudit | undefined } & (
  | { prepared: PreparedObservation }
  | { reading: Reading; reader: Reader }
)

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
  const { taskId, address, reading, audit } = result
  return accept(ctx, ingest, taskId, [{ address, reading, reader, audit }], serviceId)
}

/** Submits many hosts that were only found. If the batch fails, some of them may still be stored. */
export function acceptHosts(
  ctx: SystemContext,
  ingest: Ingest,
  result: ReadResultOf<'hosts'>,
  serviceId: string,
): Promise<void> {
  return accept(ctx, ingest, result.taskId, result.hosts, serviceId)
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
    onStored: async (tx, stored) => {
      const hosts = stored.map(({ delivery, outcome: { deviceId, isNew } }) => ({
        ...hostOf(delivery),
        deviceId,
        outcome: isNew ? ('new' as const) : ('known' as const),
      }))
      await recordHosts(tx, taskId, hosts, nowOf(ctx))
      await recordAuditProblems(tx, task, hosts, nowOf(ctx))
    },
    onIgnored: (tx, ignored) =>
      recordHosts(
        tx,
        taskId,
        ignored.map((delivery) => ({
          ...hostOf(delivery),
          audit: untried('ignored'),
          deviceId: null,
          outcome: 'ignored',
        })),
        nowOf(ctx),
      ),
  }
  const submit = (host: Host) => {
    const { address, audit } = host
    const originOf = ({ depth }: Pick<Observation, 'depth'>) => ({
      ...common,
      task: { taskId, address, audit: auditOf(audit, depth) },
    })
    const prepared = 'prepared' in host ? host.prepared : preparedOf(host.reading)
    const origin = originOf(prepared.head)
    if ('prepared' in host) return ingest.submitPrepared({ ...origin, prepared })
    const { siteId } = task
    const sender = { siteId, id: serviceId, name: `Audit Service ${serviceId}` }
    const observed = { siteId, sender, reading: host.reading, prepared }
    return submitCompleted(ctx, host.reader, observed, (delivery) => ingest.submitPrepared({ ...origin, ...delivery }))
  }
  const answers = await Promise.allSettled(hosts.map(submit))
  // An ignored host is counted already and needs nothing more.
  const failed = answers.find((answer) => answer.status === 'rejected' && !isIgnored(answer.reason))
  if (failed?.status === 'rejected') throw failed.reason
}

const hostOf = ({ task }: Origin) => ({ address: task?.address ?? '', audit: task?.audit ?? untried('not-reported') })

/** Returns the reported outcome of the audit if the observation bears it out. */
function auditOf(reported: HostAudit | undefined, depth: Observation['depth']): HostAudit {
  const wasRead = depth === 'audit'
  if (reported !== undefined && isAudited(reported) === wasRead) return reported
  return untried(wasRead ? 'read' : 'not-reported')
}
