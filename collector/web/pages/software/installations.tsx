import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { installationsOptions, installationsPath } from '../../api/software.ts'
import { ExportButton } from '../../table/export-button.tsx'
import { LoadedTable } from '../../table/loaded-table.tsx'
import { usePaging } from '../../table/use-paging.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'

/** Devices with the product, with their versions. */
export function Installations({ softwareId }: { softwareId: string }) {
  const { page, paging } = usePaging()
  const installations = useQuery(installationsOptions(softwareId, page))
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
      <LoadedTable
        name="Installations"
        label="The installations"
        query={installations}
        empty={<Empty title="Not installed on any device">The product stays in the catalog with its history.</Empty>}
        keyOf={({ deviceId, productId }) => `${deviceId} ${productId}`}
        columns={[
          {
            header: 'Device',
            render: ({ deviceId, deviceName }) => <DeviceLink id={deviceId} name={deviceName} tab="software" />,
          },
          { header: 'Version', render: ({ installedVersion }) => <span className="mono">{installedVersion}</span> },
          { header: 'Installed', align: 'right', render: ({ installDate }) => <Time value={installDate} /> },
          { header: 'First seen', align: 'right', render: ({ firstSeen }) => <Time value={firstSeen} /> },
          { header: 'Last seen', align: 'right', render: ({ lastSeen }) => <Time value={lastSeen} /> },
        ]}
        paging={paging}
      />
    </Section>
  )
}
