import { Button, CloseButton, Group, Text, Title } from '@mantine/core'
import type { Topology, TopologyNode } from '@rollcall/shared/api/topology.ts'
import { counted } from '../../ui/amounts.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Endpoints } from './endpoints.tsx'
import { endsAt, nameOf } from './forest.ts'
import classes from './map.module.css'
import { NodeTypeIcon, typeNameOf } from './map-icons.tsx'
import { capacity, confidenceText } from './words.ts'

type Props = {
  node: TopologyNode
  map: Topology
  /** The port that was searched for. */
  port: string | undefined
  isUnfolded: boolean
  onUnfold: (() => void) | undefined
  onChoose: (id: string | undefined) => void
}

/** The selected switch with its links and endpoints. */
export function NodePanel({ node, map, port, isUnfolded, onUnfold, onChoose }: Props) {
  const { device } = node
  return (
    <section aria-label={`${typeNameOf(node)}: ${nameOf(node)}`} className={classes['panel']}>
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Title order={2} className="wrap">
          <NodeTypeIcon node={node} />{' '}
          {device ? <DeviceLink id={device.id} name={nameOf(node)} tab="network" /> : nameOf(node)}
        </Title>
        <CloseButton aria-label="Close" onClick={() => onChoose(undefined)} />
      </Group>
      <About node={node} />
      <Facts
        facts={{
          Type: typeNameOf(node),
          Address: device?.ipAddress && <Identifier value={device.ipAddress} label="address" />,
          Model: [device?.manufacturer, device?.model].filter(Boolean).join(' '),
          Ports: node.portsTotal > 0 && `${node.portsUp} of ${node.portsTotal} up`,
        }}
      />
      {port !== undefined && (
        <>
          <Title order={3} fz="sm" mt="md" mb={6} className="wrap">
            Port {port}
          </Title>
          <Endpoints node={node.id} name={nameOf(node)} port={port} />
        </>
      )}
      <NodeLinks node={node} map={map} onChoose={onChoose} />
      <Group justify="space-between" mt="md" mb={6}>
        <Title order={3} fz="sm">
          {counted(node.endpoints, 'endpoint')}
        </Title>
        {onUnfold && node.endpoints > 0 && (
          <Button variant="default" onClick={onUnfold} aria-pressed={isUnfolded}>
            {isUnfolded ? 'Collapse on the map' : 'Expand on the map'}
          </Button>
        )}
      </Group>
      {node.endpoints > 0 && <Endpoints node={node.id} name={nameOf(node)} />}
    </section>
  )
}

function About({ node: { kind } }: { node: TopologyNode }) {
  if (kind === 'switch') return null
  return (
    <Dimmed mb="xs">
      {kind === 'unmanaged'
        ? 'Several switches see one another at one port each, so there must be a switch between them that does not identify itself.'
        : 'Only neighbours report this device. Add its address to a segment with an SNMP credential and scan it.'}
    </Dimmed>
  )
}

function NodeLinks({ node, map, onChoose }: Pick<Props, 'node' | 'map' | 'onChoose'>) {
  const names = new Map(map.nodes.map((each) => [each.id, nameOf(each)]))
  const links = map.links.filter(({ a, b }) => a.node === node.id || b.node === node.id)
  if (links.length === 0) return null
  return (
    <>
      <Title order={3} fz="sm" mt="md" mb={6}>
        {counted(links.length, 'link')}
      </Title>
      <ul className={classes['tree']}>
        {links.map((link) => {
          const { own, far } = endsAt(link, node.id)
          return (
            <li key={`${own.port} ${far.node} ${far.port}`} className={classes['item']}>
              <Text size="sm" className="wrap">
                {own.port ?? 'unknown port'} to{' '}
                <button type="button" className={classes['unfold']} onClick={() => onChoose(far.node)}>
                  {names.get(far.node)}
                </button>{' '}
                {far.port}
              </Text>
              <Text size="xs" c="dimmed">
                {[capacity(link), confidenceText(link)].filter(Boolean).join(' · ')}
              </Text>
            </li>
          )
        })}
      </ul>
    </>
  )
}
