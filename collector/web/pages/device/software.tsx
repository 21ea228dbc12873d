import { Text } from '@mantine/core'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Pager } from '../../table/pager.tsx'
import { pagingOf } from '../../table/paging.ts'
import { SearchBox } from '../../table/search-box.tsx'
import { bytes } from '../../ui/amounts.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'
import { useDeviceSearch } from './use-device.ts'
import { WithData } from './with-data.tsx'

export function SoftwareTab() {
  return <WithData>{({ software }) => <Packages software={software} />}</WithData>
}

function Packages({ software }: { software: readonly Software[] }) {
  const state = useDeviceSearch()
  const navigate = useNavigate({ from: '/devices/$deviceId/software' })
  const search = useCallback(
    (q: string) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, q: q || undefined }), replace: true }),
    [navigate],
  )
  if (software.length === 0) {
    return (
      <Empty title="Software was not audited">The agent, SSH and SNMP's host resources list what is installed.</Empty>
    )
  }
  const wanted = state.q?.toLowerCase() ?? ''
  const fitting = software.filter(({ name, publisher = '' }) => `${name}\n${publisher}`.toLowerCase().includes(wanted))
  const { limit, offset } = pagingOf(state)
  return (
    <Section
      title={`Software (${software.length})`}
      aside={
        <SearchBox label="Search software" placeholder="Name or publisher" value={state.q ?? ''} onSearch={search} />
      }
    >
      {fitting.length === 0 ? (
        <Text size="sm" c="dimmed">
          None of it has this in its name.
        </Text>
      ) : (
        <PlainTable
          name="Software"
          items={fitting.slice(offset, offset + limit)}
          keyOf={({ name, version }, at) => `${at} ${name} ${version}`}
          columns={[
            { header: 'Name', render: ({ name }) => name },
            { header: 'Version', render: ({ version }) => <span className="mono">{version}</span> },
            { header: 'Publisher', render: ({ publisher }) => publisher },
            { header: 'Architecture', render: ({ architecture }) => architecture },
            { header: 'Listed by', render: ({ source }) => source },
            { header: 'Installed', align: 'right', render: ({ installDate }) => <Time value={installDate} /> },
            { header: 'Size', align: 'right', render: ({ sizeBytes }) => bytes(sizeBytes) },
          ]}
        />
      )}
      <Pager
        total={fitting.length}
        limit={limit}
        offset={offset}
        onGo={({ page }) => void navigate({ search: (before) => ({ ...before, page }) })}
      />
    </Section>
  )
}
