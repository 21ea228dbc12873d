import type { Network } from '@rollcall/shared/inventory/network.ts'
import { longList } from '../long-list.tsx'

/** Ports on which programs of the device accept traffic, as its agent reads them. */
export const Listeners = longList<NonNullable<Network['listeners']>[number]>('Listening programs', [
  { header: 'Port', align: 'right', render: ({ port, protocol }) => `${port}/${protocol}` },
  { header: 'Address', render: ({ address }) => <span className="mono">{addressName(address)}</span> },
  { header: 'Program', render: ({ program }) => program },
  { header: 'User', render: ({ user }) => user },
])

const addressName = (address: string) => (address === '0.0.0.0' || address === '::' ? `${address} (all)` : address)
