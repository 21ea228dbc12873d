import { Group } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { deviceComplianceOptions } from '../../../api/compliance.ts'
import type { DevicePageState } from '../../../table/list-search.ts'
import { Pager } from '../../../table/pager.tsx'
import { pagingOf } from '../../../table/paging.ts'
import { SearchBox } from '../../../table/search-box.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { useDevice, useDeviceSearch } from '../use-device.ts'
import { WithData } from '../with-data.tsx'
import { PackageFilters } from './filters.tsx'
import { Missing } from './missing.tsx'
import { flagForbidden, wantedOf } from './packages.ts'
import { PackageTables } from './tables.tsx'

export function SoftwareTab() {
  return (
    <WithData section="software">{({ software }, device) => <Packages software={software} device={device} />}</WithData>
  )
}

function Packages({ software, device }: { software: readonly Software[]; device: Device }) {
  const state = useDeviceSearch()
  const { asOf } = useDevice()
  const isPast = asOf !== undefined
  // Forbidden packages are only known for the present.
  const { data: compliance } = useQuery({ ...deviceComplianceOptions(device.id), enabled: !isPast })
  const navigate = useNavigate({ from: '/devices/$deviceId/software' })
  const change = useCallback(
    (part: Partial<DevicePageState>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace, resetScroll: false }),
    [navigate],
  )
  const search = useCallback((q: string) => change({ q: q || undefined }, true), [change])
  const packages = flagForbidden(software, compliance?.forbidden ?? [])
  const wanted = wantedOf(packages, state)
  const { limit, offset } = pagingOf(state)
  return (
    <>
      {compliance && compliance.missing.length > 0 && <Missing products={compliance.missing} />}
      <Section title={`Software (${software.length})`}>
        {software.length === 0 ? (
          <NoSoftware isRead={device.sections.software !== null} />
        ) : (
          <>
            <Group gap="xs" mb="sm" role="search" aria-label="Software">
              <SearchBox
                label="Search software"
                placeholder="Name or publisher"
                value={state.q ?? ''}
                onSearch={search}
              />
              <PackageFilters packages={packages} state={state} onChange={change} />
            </Group>
            {wanted.length === 0 ? (
              <Dimmed>No software matches. Change the search or the filters.</Dimmed>
            ) : (
              <PackageTables packages={wanted.slice(offset, offset + limit)} by={state.by} />
            )}
            <Pager total={wanted.length} limit={limit} offset={offset} onGo={change} />
          </>
        )}
      </Section>
    </>
  )
}

function NoSoftware({ isRead }: { isRead: boolean }) {
  if (isRead) return <Empty title="No software">The device reported that none is installed.</Empty>
  return (
    <Empty title="No software data">
      No audit has read the software of this device. Audit it by an agent, SSH or SNMP (host resources).
    </Empty>
  )
}
