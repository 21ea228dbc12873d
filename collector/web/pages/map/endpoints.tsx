import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endpointsOptions } from '../../api/topology.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { DeviceTypeIcon } from '../../ui/device-type.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { endpointName } from './picture.ts'

const shownMax = 200

type Props = { node: string; name: string; port?: string }

/** Endpoints of a switch by port, or of one port. */
export function Endpoints({ node, name, port }: Props) {
  const endpoints = useQuery(endpointsOptions({ node, port, limit: shownMax }))
  return (
    <Loaded query={endpoints} label="The connected devices">
      {({ items, total }) => (
        <>
          <PlainTable
            name={port === undefined ? `Connected to ${name}` : `Connected to ${name} ${port}`}
            items={items}
            keyOf={({ port, macAddress }, at) => `${at} ${port} ${macAddress}`}
            columns={[
              { header: 'Port', render: ({ port }) => port ?? 'unknown port' },
              {
                header: 'Device',
                render: (endpoint) =>
                  endpoint.device ? (
                    <>
                      <DeviceTypeIcon type={endpoint.device.type} />{' '}
                      <DeviceLink id={endpoint.device.id} name={endpoint.device.name} />
                    </>
                  ) : (
                    endpointName(endpoint)
                  ),
              },
              { header: 'VLAN', align: 'right', render: ({ vlan }) => vlan },
            ]}
          />
          {total > items.length && (
            <Text size="xs" c="dimmed">
              Showing the first {items.length} of {total}.
            </Text>
          )}
        </>
      )}
    </Loaded>
  )
}
