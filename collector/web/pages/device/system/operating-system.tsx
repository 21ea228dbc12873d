import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { counted } from '../../../ui/amounts.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/section.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { longList } from '../long-list.tsx'

type Os = NonNullable<Hardware['os']>
type PendingUpdates = NonNullable<Os['pendingUpdates']>
type Update = NonNullable<PendingUpdates['updates']>[number]

export function OperatingSystem({ os }: { os: Os | undefined }) {
  if (!os) return null
  const { pendingUpdates: pending } = os
  return (
    <>
      <Section title="System">
        <Facts
          facts={{
            Name: os.name,
            Version: os.version,
            Edition: os.edition,
            Build: os.build,
            Kernel: os.kernel,
            Architecture: os.architecture,
            Installed: os.installedAt && <Time value={os.installedAt} exact />,
            Started: os.bootedAt && <Time value={os.bootedAt} />,
            'Pending updates': pending?.updates && <UpdateCount updates={pending.updates} />,
            'Restart needed': pending?.needsRestart === undefined ? undefined : <Restart {...pending} />,
            'Package lists from': pending?.listsFrom && <Time value={pending.listsFrom} />,
          }}
        />
      </Section>
      <PendingUpdateList items={pending?.updates} />
    </>
  )
}

function UpdateCount({ updates }: { updates: readonly Update[] }) {
  if (updates.length === 0) return <StateWord kind="good">Up to date</StateWord>
  const security = updates.filter(({ isSecurity }) => isSecurity).length
  if (security === 0) return counted(updates.length, 'update')
  return <StateWord kind="warn">{`${counted(updates.length, 'update')}, ${security} for security`}</StateWord>
}

function Restart({ needsRestart }: PendingUpdates) {
  return needsRestart ? <StateWord kind="warn">Yes, for installed updates</StateWord> : 'No'
}

const PendingUpdateList = longList<Update>('Pending updates', [
  { header: 'Name', render: ({ name }) => name },
  { header: 'New version', render: ({ version }) => version && <span className="mono">{version}</span> },
  { header: 'Security', render: ({ isSecurity }) => isSecurity && <StateWord kind="warn">Security update</StateWord> },
])

export function KubernetesNode({ node }: { node: Hardware['kubernetesNode'] }) {
  if (!node) return null
  return (
    <Section title="Kubernetes node">
      <Facts facts={{ 'Kubelet version': node.version, Distribution: node.distribution, 'API server': node.server }} />
    </Section>
  )
}
