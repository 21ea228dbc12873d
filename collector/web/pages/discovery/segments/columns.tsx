import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { auditServicesOptions, credentialsOptions, schedulesOptions, tagsOptions } from '../../../api/catalogs.ts'
import { runningTasksOptions } from '../../../api/tasks.ts'
import { useMay } from '../../../api/use-may.ts'
import type { Column } from '../../../table/types.ts'
import { count } from '../../../ui/amounts.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { Time } from '../../../ui/time.tsx'
import { Coverage, Ranges, ScheduleWords } from './cells.tsx'
import { ScanButton } from './scan-button.tsx'
import { SegmentState } from './state.tsx'
import { segmentTypeNames } from './types.ts'

const byId = <T extends { id: string }>(items: readonly T[] | undefined) =>
  new Map(items?.map((each) => [each.id, each]))

const listed = (names: readonly string[]) => <span title={names.join(', ')}>{names.join(', ')}</span>

/** Columns of the segment list. */
export function useSegmentColumns(): readonly Column<SegmentListItem>[] {
  const services = byId(useQuery(auditServicesOptions).data?.items)
  const schedules = byId(useQuery(schedulesOptions).data?.items)
  const tags = byId(useQuery(tagsOptions).data?.items)
  const mayReadCredentials = useMay('Administrator')
  const credentials = byId(useQuery({ ...credentialsOptions, enabled: mayReadCredentials }).data?.items)
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
    {
      id: 'ranges',
      header: 'Addresses',
      width: 170,
      from: 'sm',
      render: (segment) => <Ranges segment={segment} />,
    },
    {
      id: 'state',
      header: 'Last result',
      width: 250,
      from: 'sm',
      render: (segment) => (
        <SegmentState
          segment={segment}
          service={services.get(segment.auditServiceId ?? '')}
          task={running?.find(({ segmentId }) => segmentId === segment.id)}
        />
      ),
    },
    {
      id: 'coverage',
      header: 'Audited',
      width: 92,
      align: 'right',
      from: 'sm',
      render: ({ lastResult }) => lastResult && <Coverage result={lastResult} />,
    },
    {
      id: 'lastScan',
      header: 'Last scan',
      width: 88,
      align: 'right',
      optional: true,
      render: ({ lastScan }) => (lastScan === null ? 'never' : <Time value={lastScan} />),
    },
    {
      id: 'schedule',
      header: 'Schedule',
      width: 160,
      from: 'sm',
      render: ({ scanScheduleId }) =>
        scanScheduleId === null ? 'Manual' : <ScheduleWords schedule={schedules.get(scanScheduleId)} />,
    },
    {
      id: 'service',
      header: 'Audit Service',
      width: 110,
      from: 'sm',
      render: ({ auditServiceId }) => services.get(auditServiceId ?? '')?.name,
    },
    {
      id: 'credentials',
      header: 'Credentials',
      width: 110,
      from: 'xl',
      render: ({ credentialIds }) =>
        credentialIds.length === 0 ? (
          <StateWord kind="off">None</StateWord>
        ) : (
          listed(credentialIds.map((id) => credentials.get(id)?.name ?? 'Unnamed credential'))
        ),
    },
    {
      id: 'devices',
      header: 'Devices',
      width: 72,
      align: 'right',
      render: ({ id, deviceCount }) => (
        <Link to="/segments/$segmentId/devices" params={{ segmentId: id }}>
          {count(deviceCount)}
        </Link>
      ),
    },
    { id: 'type', header: 'Type', width: 150, optional: true, render: ({ type }) => segmentTypeNames[type] },
    {
      id: 'autoTag',
      header: 'Auto tag',
      width: 120,
      optional: true,
      render: ({ autoTagId }) => {
        const tag = tags.get(autoTagId ?? '')
        return tag && <TagList inTable tags={[tag]} />
      },
    },
    {
      id: 'actions',
      header: 'Scan',
      width: 64,
      align: 'right',
      render: (segment) => (
        <ScanButton segment={segment} isScanned={running?.some(({ segmentId }) => segmentId === segment.id) ?? false} />
      ),
    },
  ]
}
