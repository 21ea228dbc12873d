import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import type { SegmentLastResult, SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { summaryOptions } from '../../../api/summary.ts'
import { count } from '../../../ui/amounts.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { TaskStatusLabel } from '../tasks/status.tsx'
import classes from './segments.module.css'

type Props = {
  segment: Pick<SegmentListItem, 'id' | 'auditServiceId'> & Partial<Pick<SegmentListItem, 'lastResult'>>
  /** The segment's Audit Service; undefined while loading. */
  service: AuditService | undefined
  task: TaskRecord | undefined
}

/** The state of a segment: the running scan, what prevents scans, or the result of the last one. */
export function SegmentState({ segment, service, task }: Props) {
  const { data } = useQuery(summaryOptions)
  if (task) return <TaskStatusLabel task={task} />
  if (segment.auditServiceId === null) {
    return (
      <StateWord kind="warn" title="Edit the segment and choose an Audit Service.">
        No Audit Service
      </StateWord>
    )
  }
  if (service?.status === 'Inactive' || service?.status === 'Pending') {
    return (
      <StateWord kind="warn" title={`${service.name} is offline. Scans wait until it reconnects.`}>
        Audit Service offline
      </StateWord>
    )
  }
  const problem = data?.scans.problems.find(({ segmentId }) => segmentId === segment.id)
  if (problem?.problem === 'late') {
    return (
      <StateWord kind="warn" title={problem.detail ?? undefined}>
        Scan overdue
      </StateWord>
    )
  }
  // The page of a segment shows the last scan below.
  if (segment.lastResult === undefined) return <StateWord kind="good">Ready</StateWord>
  if (segment.lastResult === null) return <StateWord kind="off">Not scanned yet</StateWord>
  return <LastResult result={segment.lastResult} />
}

function LastResult({ result }: { result: SegmentLastResult }) {
  const { taskId, status, finishedAt, error, hostsFound, audited, notAudited, failed } = result
  const words =
    status === 'Success'
      ? `${count(hostsFound)} found, ${count(audited)} audited`
      : status === 'Failed'
        ? 'Scan failed'
        : 'Not started in time'
  const details = `${count(audited)} audited, ${count(notAudited)} not audited, ${count(failed)} failed`
  return (
    <div className={classes['result']}>
      <StateWord kind={kindOf(result)} title={[error, details].filter(Boolean).join(' ')}>
        <Link to="/tasks/$taskId" params={{ taskId }}>
          {words}
        </Link>
        {status === 'Success' && notAudited > 0 && <span>, {count(notAudited)} not</span>}
        {status === 'Success' && failed > 0 && <span>, {count(failed)} failed</span>}
        {finishedAt && (
          <span className={classes['more']}>
            , <Time value={finishedAt} />
          </span>
        )}
      </StateWord>
    </div>
  )
}

function kindOf({ status, error, hostsFound, audited, failed }: SegmentLastResult) {
  if (status !== 'Success') return 'bad'
  if (error !== null || failed > 0 || audited < hostsFound / 2) return 'warn'
  return 'good'
}
