import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconAlertTriangle, IconPlugOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { summaryOptions } from '../../../api/summary.ts'
import { TaskStatusLabel } from '../tasks/status.tsx'
import classes from './segments.module.css'

type Props = {
  segment: Pick<SegmentListItem, 'id' | 'auditServiceId'>
  /** The segment's Audit Service; undefined while loading. */
  service: AuditService | undefined
  task: TaskRecord | undefined
}

/** The state of a segment: scanning, ready, or the problem. */
export function SegmentState({ segment, service, task }: Props) {
  const { data } = useQuery(summaryOptions)
  if (task) return <TaskStatusLabel task={task} />
  if (segment.auditServiceId === null) {
    return (
      <span className={classes['warning']} title="Edit the segment and choose an Audit Service.">
        <IconPlugOff size={15} aria-hidden /> No Audit Service
      </span>
    )
  }
  if (service?.status === 'Inactive' || service?.status === 'Pending') {
    return (
      <span className={classes['warning']} title={`${service.name} is offline. Scans wait until it reconnects.`}>
        <IconAlertTriangle size={15} aria-hidden /> Audit Service offline
      </span>
    )
  }
  const problem = data?.scans.problems.find(({ segmentId }) => segmentId === segment.id)
  if (problem && problem.problem !== 'unserved') {
    return (
      <span className={classes['warning']} title={problem.detail ?? undefined}>
        <IconAlertTriangle size={15} aria-hidden />
        {problem.problem === 'failed' ? 'Last scan failed' : 'Scan overdue'}
      </span>
    )
  }
  return <span className={classes['ready']}>Ready</span>
}
