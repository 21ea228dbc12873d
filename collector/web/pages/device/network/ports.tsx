import { Text } from '@mantine/core'
import type { Port } from '@rollcall/shared/api/device-history.ts'
import { useQuery } from '@tanstack/react-query'
import { portsOptions } from '../../../api/devices.ts'
import { bitsPerSecond, counted } from '../../../ui/amounts.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { useDeviceSearch } from '../use-device.ts'
import { ConnectedDevices } from './connected-devices.tsx'
import { LinkState } from './interfaces.tsx'
import { FrontView } from './switch-front-view.tsx'

/** More ports than a stack of eight switches has. */
const shownMax = 1000
const connectedShown = 3

/** The ports as they are now, with links to the connected devices. */
export function Ports({ deviceId }: { deviceId: string }) {
  const ports = useQuery(portsOptions(deviceId, { limit: shownMax }))
  return (
    <Section title="Ports and connected devices">
      <Loaded query={ports} label="The ports">
        {({ items, total }) => <PortList items={items} total={total} />}
      </Loaded>
    </Section>
  )
}

/** The ports of a snapshot, with the connected devices as the switch reported them. */
export function PastPorts({ ports }: { ports: readonly Port[] }) {
  return (
    <Section title="Ports and connected devices">
      <PortList items={ports.slice(0, shownMax)} total={ports.length} />
    </Section>
  )
}

function PortList({ items, total }: { items: readonly Port[]; total: number }) {
  const { port } = useDeviceSearch()
  if (total === 0) {
    return <Dimmed>The device reports no ports.</Dimmed>
  }
  return (
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
          { header: 'VLAN', render: ({ vlan, taggedVlans }) => [vlan, taggedVlans].filter(Boolean).join(' + ') },
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
