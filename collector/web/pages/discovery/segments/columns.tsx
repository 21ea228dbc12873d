import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { auditServicesOptions, schedulesOptions, tagsOptions } from '../../../api/catalogs.ts'
import { runningTasksOptions } from '../../../api/tasks.ts'
import type { Column } from '../../../table/types.ts'
import { count } from '../../../ui/amounts.ts'
import { TagList } from '../../../ui/tag-list.tsx'
import { Time } from '../../../ui/time.tsx'
import { ScanButton } from './scan-button.tsx'
import { SegmentState } from './state.tsx'
import { segmentTypeNames } from './types.ts'

const byId = <T extends { id: string }>(items: readonly T[] | undefined) =>
  new Map(items?.map((each) => [each.id, each]))

/** Columns of the segment list. */
export function useSegmentColumns(): readonly Column<SegmentListItem>[] {
  const services = byId(useQuery(auditServicesOptions).data?.items)
  const schedules = byId(useQuery(schedulesOptions).data?.items)
  const tags = byId(useQuery(tagsOptions).data?.items)
  const running = useQuery(runningTasksOptions).data?.items.filter(({ kind }) => kind === 'scan')
  return [
    {
      id: 'name',
      header: 'Name',
      fixed: true,
      render: ({ id, name }) => (
        <Link to="/segments/$segmentId" params={{ segmentId: id }} data-row-link={id} title={name}>
          {name}
        </Link>
      ),
    },
    { id: 'type', header: 'Type', width: 150, from: 'sm', render: ({ type }) => segmentTypeNames[type] },
    {
      id: 'devices',
      header: 'Devices',
      width: 80,
      align: 'right',
      render: ({ id, deviceCount }) => (
        <Link to="/segments/$segmentId/devices" params={{ segmentId: id }}>
          {count(deviceCount)}
        </Link>
      ),
    },
    {
      id: 'lastScan',
      header: 'Last scan',
      width: 100,
      align: 'right',
      from: 'sm',
      render: ({ lastScan }) => (lastScan === null ? 'never' : <Time value={lastScan} />),
    },
    {
      id: 'nextScan',
      header: 'Next scan',
      width: 100,
      align: 'right',
      from: 'sm',
      render: ({ scanScheduleId }) => {
        const schedule = schedules.get(scanScheduleId ?? '')
        if (scanScheduleId === null) return 'Manual'
        return schedule?.enabled === false ? 'paused' : <Time value={schedule?.nextRun} />
      },
    },
    {
      id: 'service',
      header: 'Audit Service',
      width: 150,
      from: 'sm',
      render: ({ auditServiceId }) => services.get(auditServiceId ?? '')?.name,
    },
    {
      id: 'autoTag',
      header: 'Auto tag',
      width: 120,
      from: 'xl',
      render: ({ autoTagId }) => {
        const tag = tags.get(autoTagId ?? '')
        return tag && <TagList inTable tags={[tag]} />
      },
    },
    {
      id: 'state',
      header: 'State',
      width: 150,
      render: (segment) => (
        <SegmentState
          segment={segment}
          service={services.get(segment.auditServiceId ?? '')}
          task={running?.find(({ segmentId }) => segmentId === segment.id)}
        />
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 124,
      align: 'right',
      from: 'sm',
      render: (segment) => (
        <ScanButton segment={segment} isScanned={running?.some(({ segmentId }) => segmentId === segment.id) ?? false} />
      ),
    },
  ]
}
