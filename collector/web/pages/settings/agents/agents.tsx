import type { Agent } from '@rollcall/shared/api/agent.ts'
import { Link } from '@tanstack/react-router'
import { agents } from '../../../api/parts.ts'
import type { Column } from '../../../table/types.ts'
import { Time } from '../../../ui/time.tsx'
import { PartsPage } from '../parts-page.tsx'
import { AgentPanel } from './panel.tsx'

export function Agents() {
  return (
    <PartsPage
      name="Agents"
      about="Each agent audits its own machine every hour."
      parts={agents}
      nameOf={({ hostname }) => hostname}
      named="Machine"
      columns={columns}
      kind="agent"
      add="Add agents"
      empty={{
        title: 'No agent on this site',
        why: 'Agents read software, disks and memory in full. One command installs agents on many machines.',
      }}
      panel={(agent, onClose) => <AgentPanel agent={agent} onClose={onClose} />}
    />
  )
}

const columns: readonly Column<Agent>[] = [
  {
    id: 'device',
    header: 'Device',
    width: 90,
    from: 'sm',
    render: ({ deviceId, hostname }) =>
      deviceId && (
        <Link to="/devices/$deviceId" params={{ deviceId }} aria-label={`Device ${hostname}`}>
          Device
        </Link>
      ),
  },
  { id: 'joinedAt', header: 'Joined', width: 100, from: 'xl', render: ({ joinedAt }) => <Time value={joinedAt} /> },
]
