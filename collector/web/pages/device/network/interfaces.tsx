import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { IconCircleDot, IconCircleMinus } from '@tabler/icons-react'
import { bitsPerSecond } from '../../../ui/amounts.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import classes from './network.module.css'

const shownMax = 500

export function Interfaces({ items }: { items: readonly NetworkInterface[] }) {
  if (items.length === 0) return null
  return (
    <Section title={`Interfaces (${items.length})`}>
      <PlainTable
        name="Interfaces"
        items={items.slice(0, shownMax)}
        keyOf={({ name, index }, at) => `${at} ${name} ${index}`}
        columns={[
          { header: 'Name', render: ({ name }) => name },
          { header: 'State', render: ({ operStatus }) => <LinkState state={operStatus} /> },
          { header: 'Description', render: ({ alias, description }) => alias ?? description },
          {
            header: 'MAC address',
            render: ({ macAddress }) => macAddress && <Identifier inTable value={macAddress} label="MAC address" />,
          },
          {
            header: 'Addresses',
            render: ({ addresses }) =>
              addresses.map(({ address, prefixLength }) => (
                <div key={address} className="mono">
                  {prefixLength === undefined ? address : `${address}/${prefixLength}`}
                </div>
              )),
          },
          { header: 'VLAN', align: 'right', render: ({ vlan }) => vlan },
          { header: 'Speed', align: 'right', render: ({ speedBps }) => bitsPerSecond(speedBps) },
        ]}
      />
      {items.length > shownMax && (
        <p>Showing the first {shownMax}. Download the data on the Audit tab for all interfaces.</p>
      )}
    </Section>
  )
}

/** Link state by icon and word, never by colour alone. */
export function LinkState({ state }: { state: NetworkInterface['operStatus'] }) {
  if (state === undefined || state === 'unknown') return null
  const Shape = state === 'up' ? IconCircleDot : IconCircleMinus
  return (
    <span className={classes['state']} data-up={state === 'up' || undefined}>
      <Shape size={14} aria-hidden />
      {state}
    </span>
  )
}

export function Services({ items }: { items: Network['services'] }) {
  if (items.length === 0) return null
  return (
    <Section title={`Open ports (${items.length})`}>
      <PlainTable
        name="Open ports"
        items={items}
        keyOf={({ port, protocol }) => `${protocol} ${port}`}
        columns={[
          { header: 'Port', align: 'right', render: ({ port, protocol }) => `${port}/${protocol}` },
          { header: 'Service', render: ({ name }) => name },
          { header: 'Product', render: ({ product, version }) => [product, version].filter(Boolean).join(' ') },
          { header: 'Banner', render: ({ banner }) => <span className="mono">{banner}</span> },
          { header: 'Certificate', render: ({ certificate }) => certificate?.subject },
        ]}
      />
    </Section>
  )
}
