import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { portsOptions } from '../../../api/devices.ts'
import { bitsPerSecond, counted } from '../../../ui/amounts.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { useDeviceSearch } from '../use-device.ts'
import { ConnectedDevices } from './connected-devices.tsx'
import { FrontView } from './front-view.tsx'
import { LinkState } from './interfaces.tsx'

/** More ports than a stack of eight switches has. */
const shownMax = 1000
const connectedShown = 3

export function Ports({ deviceId }: { deviceId: string }) {
  const { port } = useDeviceSearch()
  const ports = useQuery(portsOptions(deviceId, { limit: shownMax }))
  return (
    <Section title="Ports and connected devices">
      <Loaded query={ports} label="The ports">
        {({ items, total }) =>
          total === 0 ? (
            <Text size="sm" c="dimmed">
              The device reports no ports.
            </Text>
          ) : (
            <>
              <FrontView key={port} ports={items} given={port} />
              <PlainTable
                name="Ports"
                items={items}
                keyOf={({ name, index }, at) => `${at} ${name} ${index}`}
                isMarked={({ name }) => name === port}
                columns={[
                  { header: 'Port', render: ({ name, alias }) => (alias ? `${name} (${alias})` : name) },
                  { header: 'State', render: ({ operStatus }) => <LinkState state={operStatus} /> },
                  { header: 'Speed', align: 'right', render: ({ speedBps }) => bitsPerSecond(speedBps) },
                  {
                    header: 'VLAN',
                    render: ({ vlan, taggedVlans }) => [vlan, taggedVlans].filter(Boolean).join(' + '),
                  },
                  { header: 'Connected', render: (port) => <ConnectedDevices port={port} shown={connectedShown} /> },
                ]}
              />
              {total > items.length && (
                <Text size="sm">
                  Showing the first {items.length} of {counted(total, 'port')}.
                </Text>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
