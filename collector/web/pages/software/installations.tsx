import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { installationsOptions, installationsPath } from '../../api/software.ts'
import { ExportButton } from '../../table/export-button.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { pagingOf } from '../../table/paging.ts'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'

/** Devices with the product, with their versions. */
export function Installations({ softwareId }: { softwareId: string }) {
  const { page } = useSearch({ from: '/frame/software/$softwareId' })
  const navigate = useNavigate({ from: '/software/$softwareId' })
  const paging = pagingOf({ page })
  const installations = useQuery(installationsOptions(softwareId, paging))
  const aside = (
    <Group gap="sm">
      <Link to="/devices" search={{ software: softwareId }}>
        View in device list
      </Link>
      <ExportButton path={installationsPath(softwareId)} />
    </Group>
  )
  return (
    <Section title="Installations" aside={aside}>
      <PagedTable
        name="Installations"
        label="The installations"
        query={installations}
        empty={<Empty title="Not installed on any device">The product stays in the catalog with its history.</Empty>}
        keyOf={({ deviceId, productId }) => `${deviceId} ${productId}`}
        columns={[
          {
            header: 'Device',
            render: ({ deviceId, deviceName }) => (
              <Link to="/devices/$deviceId/software" params={{ deviceId }}>
                {deviceName}
              </Link>
            ),
          },
          { header: 'Version', render: ({ installedVersion }) => <span className="mono">{installedVersion}</span> },
          { header: 'Installed', align: 'right', render: ({ installDate }) => <Time value={installDate} /> },
          { header: 'First seen', align: 'right', render: ({ firstSeen }) => <Time value={firstSeen} /> },
          { header: 'Last seen', align: 'right', render: ({ lastSeen }) => <Time value={lastSeen} /> },
        ]}
        paging={paging}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }), resetScroll: false })}
      />
    </Section>
  )
}
