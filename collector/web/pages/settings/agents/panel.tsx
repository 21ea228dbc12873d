import type { Agent } from '@rollcall/shared/api/agent.ts'
import { useQuery } from '@tanstack/react-query'
import { agents } from '../../../api/parts.ts'
import { useMay } from '../../../api/use-may.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { PartStatus } from '../../../ui/part-status.tsx'
import { Section } from '../../../ui/section.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { platformNames } from '../../joining/platforms.ts'
import { NameEditor } from '../name-editor.tsx'
import { Administration } from './administration.tsx'
import { Version } from './columns.tsx'
import { ProblemList } from './problem-list.tsx'
import { SnapshotNow } from './snapshot-now.tsx'

const pollMs = 10_000
/** Interval while a requested snapshot is awaited. */
const awaitedPollMs = 2_000

/** One agent beside the list: its state, its problems with advice, and the actions on it. */
export function AgentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    ...agents.oneOptions(id),
    refetchInterval: ({ state }) => (state.data?.value.snapshotRequestedAt ? awaitedPollMs : pollMs),
  })
  return (
    <SidePanel title={query.data?.value.name ?? 'Agent'} onClose={onClose}>
      <Loaded query={query} label="The agent">
        {({ value }) => <AgentDetails agent={value} onClose={onClose} />}
      </Loaded>
    </SidePanel>
  )
}

type Props = { agent: Agent; onClose: () => void }

function AgentDetails({ agent, onClose }: Props) {
  const { id, hostname, status, lastSeen, refusal, joinedAt, deviceId, autoTag } = agent
  const isAdministrator = useMay('Administrator')
  const mayRequest = useMay('StartAuditsOrScans')
  const platform = agent.platform && platformNames[agent.platform]
  return (
    <>
      <ProblemList agent={agent} />
      <Section title="State">
        {isAdministrator && <AgentName agent={agent} />}
        <Facts
          facts={{
            Status: <PartStatus status={status} />,
            Device: deviceId ? <DeviceLink id={deviceId} name="View device" /> : 'Not known yet',
            'Host name': hostname,
            'Operating system': agent.osName ?? platform,
            Version: <Version agent={agent} />,
            'Last contact': lastSeen ? <Time value={lastSeen} /> : 'Never',
            'Refused snapshot': refusal && <Time value={refusal.at} />,
            Joined: <Time value={joinedAt} />,
            'Tag for its device': autoTag,
            ID: <Identifier value={id} label="ID" />,
          }}
        />
      </Section>
      {mayRequest && status !== 'Replaced' && <SnapshotNow agent={agent} />}
      {isAdministrator && <Administration agent={agent} onClose={onClose} />}
    </>
  )
}

const AgentName = ({ agent }: { agent: Agent }) => (
  <NameEditor
    shown={agent}
    parts={agents}
    write={(name, ifMatch) => agents.update(agent.id, { name: name === '' ? null : name }, ifMatch)}
    placeholder={agent.hostname}
  />
)
