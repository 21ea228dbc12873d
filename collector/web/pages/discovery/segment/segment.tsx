import { Group, Title } from '@mantine/core'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { auditServicesOptions } from '../../../api/catalogs.ts'
import { FactLine } from '../../../ui/fact-line.tsx'
import { PageOf } from '../../../ui/states/page-of.tsx'
import tabClasses from '../../../ui/tabs.module.css'
import { useTitle } from '../../../ui/use-title.ts'
import { ScanButton } from '../segments/scan-button.tsx'
import classes from '../segments/segments.module.css'
import { SegmentState } from '../segments/state.tsx'
import { segmentTypeNames } from '../segments/types.ts'
import { EditAndDelete } from './edit-and-delete.tsx'
import { useNewestScan, useSegment } from './use-segment.ts'

export function SegmentPage() {
  const { query } = useSegment()
  return (
    <PageOf query={query} label="Segment" list={{ to: '/segments', label: 'All segments' }}>
      {({ value }) => (
        <>
          <SegmentHeader segment={value} />
          <SegmentTabs id={value.id} />
          <Outlet />
        </>
      )}
    </PageOf>
  )
}

function SegmentHeader({ segment }: { segment: Segment }) {
  useTitle(segment.name)
  const { goesOn } = useNewestScan(segment.id)
  const service = useQuery(auditServicesOptions).data?.items.find(({ id }) => id === segment.auditServiceId)
  return (
    <header>
      <div className={classes['header']}>
        <Title order={1} className="wrap">
          {segment.name}
        </Title>
        <Group gap="xs">
          <ScanButton segment={segment} isScanned={goesOn} isMain />
          <EditAndDelete segment={segment} />
        </Group>
      </div>
      <FactLine
        facts={{
          Type: segmentTypeNames[segment.type],
          'Audit Service': service?.name,
          // The scan's progress is shown on its tab.
          State: goesOn ? 'Scan running' : <SegmentState segment={segment} service={service} task={undefined} />,
        }}
      />
    </header>
  )
}

const tabs = [
  { to: '/segments/$segmentId', label: 'Scan' },
  { to: '/segments/$segmentId/devices', label: 'Devices' },
  { to: '/segments/$segmentId/scans', label: 'History' },
  { to: '/segments/$segmentId/settings', label: 'Settings' },
] as const

function SegmentTabs({ id }: { id: string }) {
  return (
    <nav aria-label="Segment" className={tabClasses['tabs']}>
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ segmentId: id }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={tabClasses['tab'] ?? ''}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
