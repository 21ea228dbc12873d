import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { bytes } from '../../../ui/amounts.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { longList } from '../long-list.tsx'

type Item<K extends 'accounts' | 'systemServices' | 'containers' | 'guests'> = NonNullable<Hardware[K]>[number]

export const Accounts = longList<Item<'accounts'>>('Local accounts', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'Full name', render: ({ fullName }) => fullName },
  { header: 'Administrator', render: ({ isAdministrator }) => isAdministrator && 'Yes' },
  { header: 'State', render: (account) => accountState(account) },
  { header: 'Last sign-in', render: ({ lastSignInAt }) => lastSignInAt && <Time value={lastSignInAt} /> },
  { header: 'ID', render: ({ id }) => id && <span className="mono">{id}</span> },
  { header: 'Home', render: ({ home }) => home },
  { header: 'Shell', render: ({ shell }) => shell },
])

const accountState = ({ isDisabled, isSignedIn }: Item<'accounts'>) =>
  isDisabled ? <StateWord kind="off">Disabled</StateWord> : isSignedIn && <StateWord kind="good">Signed in</StateWord>

const states = {
  running: { kind: 'good', children: 'Running' },
  paused: { kind: 'warn', children: 'Paused' },
  stopped: { kind: 'off', children: 'Stopped' },
  failed: { kind: 'bad', children: 'Failed' },
} as const

const state = {
  header: 'State',
  render: (item: { state?: keyof typeof states | undefined }) => item.state && <StateWord {...states[item.state]} />,
}

const starts = { automatic: 'Automatic', manual: 'Manual', disabled: 'Disabled' } as const

export const Services = longList<Item<'systemServices'>>('Services', [
  { header: 'Name', render: ({ name }) => name },
  state,
  { header: 'Start', render: ({ start }) => start && starts[start] },
  { header: 'Description', render: ({ description }) => description },
  { header: 'User', render: ({ user }) => user },
  { header: 'Program', render: ({ program }) => program },
])

/** Length of container ids in the tools of Docker and Podman. */
const shortIdLength = 12

export const Containers = longList<Item<'containers'>>('Containers', [
  { header: 'Name', render: ({ name, id }) => name ?? <span className="mono">{id.slice(0, shortIdLength)}</span> },
  state,
  { header: 'Image', render: ({ image }) => image && <span className="mono">{image}</span> },
  { header: 'Runtime', render: ({ runtime }) => runtime },
  { header: 'Created', render: ({ createdAt }) => createdAt && <Time value={createdAt} /> },
])

export const Guests = longList<Item<'guests'>>('Virtual machines', [
  { header: 'Name', render: ({ name }) => name },
  state,
  { header: 'Hypervisor', render: ({ hypervisor }) => hypervisor },
  { header: 'Processors', align: 'right', render: ({ processors }) => processors },
  { header: 'Memory', align: 'right', render: ({ memoryBytes }) => bytes(memoryBytes) },
  { header: 'UUID', render: ({ uuid }) => uuid && <Identifier inTable value={uuid} label="UUID" /> },
])
