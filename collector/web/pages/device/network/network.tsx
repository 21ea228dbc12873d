import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Section } from '../../../ui/section.tsx'
import { useDevice } from '../use-device.ts'
import { WithData } from '../with-data.tsx'
import { Interfaces, Services } from './interfaces.tsx'
import { Listeners } from './listeners.tsx'
import { Neighbors, NeighborTable } from './neighbors.tsx'
import { pastNeighbors, pastPorts } from './past-ports.ts'
import { PastPorts, Ports } from './ports.tsx'

export function NetworkTab() {
  const { deviceId, asOf } = useDevice()
  return (
    <WithData section="network">
      {({ network }, { type }) => (
        <>
          <Section title="Addresses and names">
            <Facts
              facts={{
                'Host name': network.hostname,
                Domain: network.domain,
                Address: network.ipAddress && <Identifier value={network.ipAddress} label="address" />,
                'Default gateways': network.defaultGateways?.join(', '),
                'DNS servers': network.dnsServers?.join(', '),
                VLANs: network.vlans?.map(({ id, name }) => (name ? `${id} ${name}` : id)).join(', '),
              }}
            />
          </Section>
          {type === 'network-device' &&
            (asOf === undefined ? (
              <>
                <Ports deviceId={deviceId} />
                <Neighbors deviceId={deviceId} />
              </>
            ) : (
              <>
                <PastPorts ports={pastPorts(network)} />
                <NeighborTable items={pastNeighbors(network)} />
              </>
            ))}
          <Interfaces items={network.interfaces ?? []} />
          <Services items={network.services ?? []} />
          <Listeners items={network.listeners} />
        </>
      )}
    </WithData>
  )
}
