import type { ReasonCount } from '@rollcall/shared/api/host-audit.ts'
import { type TaskRecord, terminalStatuses } from '@rollcall/shared/api/task.ts'
import type { HostOutcome } from '@rollcall/shared/api/task-host.ts'
import { describeReason } from '@rollcall/shared/audit-reasons.ts'
import { type AuditReason, auditReasonCodes, auditReasons } from '@rollcall/shared/messages/host-audit.ts'
import { inArray, sql } from 'drizzle-orm'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'

type Task = Pick<ReturnType<typeof taskTables>['tasks']['$inferSelect'], 'id' | 'status' | 'hostsFound' | 'audited'>
type HostCounts = Pick<
  TaskRecord['progress'],
  'hostsFound' | 'new' | 'known' | 'ignored' | 'audited' | 'notAudited' | 'failed' | 'reasons'
>
type Group = { outcome: HostOutcome; reason: AuditReason; n: number }

/** Counts the hosts of tasks by outcome and by result of their audit. */
export async function countHosts(db: Db, tasks: readonly Task[]): Promise<(task: Task) => HostCounts> {
  const { taskHosts, taskHostTally } = db.tables(taskTables)
  const ids = tasks.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            taskId: sql<string>`${taskHosts.taskId}`,
            outcome: sql<HostOutcome>`${taskHosts.outcome}`,
            reason: sql<AuditReason>`${taskHosts.reason}`,
            n: taskHostTally.total,
          })
          .from(taskHostTally.groups)
          .where(inArray(taskHosts.taskId, ids))
          .groupBy(taskHosts.taskId, taskHosts.outcome, taskHosts.reason)
  const groups = Map.groupBy(rows, ({ taskId }) => taskId)
  return (task) => countsOf(task, groups.get(task.id) ?? [])
}

function countsOf(task: Task, groups: readonly Group[]): HostCounts {
  const sum = (...some: Group[]) => some.reduce((total, { n }) => total + n, 0)
  const stored = sum(...groups)
  // The progress of a task is ahead of its stored hosts.
  const hostsFound = Math.max(task.hostsFound, stored)
  const byReason = new Map(
    auditReasonCodes.map((code) => [code, sum(...groups.filter(({ reason }) => reason === code))]),
  )
  const add = (reason: AuditReason, n: number) => byReason.set(reason, (byReason.get(reason) ?? 0) + n)
  // An Audit Service of an earlier release only counts the audited hosts.
  const unexplained = byReason.get('not-reported') === stored ? Math.min(task.audited, stored) : 0
  add('read', unexplained)
  add('not-reported', -unexplained)
  if (terminalStatuses.includes(task.status)) {
    add(task.status === 'Cancelled' ? 'cancelled' : 'no-result', hostsFound - stored)
  }
  const reasons = [...byReason]
    .filter(([, hosts]) => hosts > 0)
    .map(
      ([reason, hosts]): ReasonCount => ({
        state: auditReasons[reason],
        reason,
        text: describeReason(reason),
        hosts,
      }),
    )
    .sort((a, b) => b.hosts - a.hosts)
  const inState = (state: ReasonCount['state']) =>
    reasons.reduce((total, each) => total + (each.state === state ? each.hosts : 0), 0)
  const withOutcome = (outcome: HostOutcome) => sum(...groups.filter((group) => group.outcome === outcome))
  return {
    hostsFound,
    new: withOutcome('new'),
    known: withOutcome('known'),
    ignored: withOutcome('ignored'),
    audited: inState('audited'),
    notAudited: inState('notAudited'),
    failed: inState('failed'),
    reasons,
  }
}
