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
  /** Its Audit Service; undefined while that is not known. */
  service: AuditService | undefined
  task: TaskRecord | undefined
}

/** Whether a segment is being scanned, can be, or why not. */
export function SegmentState({ segment, service, task }: Props) {
  const { data } = useQuery(summaryOptions)
  if (task) return <TaskStatusLabel task={task} />
  if (segment.auditServiceId === null) {
    return (
      <span
        className={classes['warning']}
        title="No Audit Service is assigned, so it is not scanned. Edit it to choose one."
      >
        <IconPlugOff size={15} aria-hidden />
        No service
      </span>
    )
  }
  if (service?.status === 'Inactive' || service?.status === 'Pending') {
    return (
      <span className={classes['warning']} title={`${service.name} is not heard. A scan waits until it is.`}>
        <IconAlertTriangle size={15} aria-hidden />
        Service not heard
      </span>
    )
  }
  const problem = data?.scans.problems.find(({ segmentId }) => segmentId === segment.id)
  if (problem && problem.problem !== 'unserved') {
    return (
      <span className={classes['warning']} title={problem.detail ?? undefined}>
        <IconAlertTriangle size={15} aria-hidden />
        {problem.problem === 'failed' ? 'Last scan failed' : 'Scan is late'}
      </span>
    )
  }
  return <span className={classes['ready']}>Ready</span>
}
