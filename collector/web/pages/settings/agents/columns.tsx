import type { Agent } from '@rollcall/shared/api/agent.ts'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { timeColumn } from '../../../table/time-column.tsx'
import type { Column } from '../../../table/types.ts'
import { useNow } from '../../../ui/now.tsx'
import { PartStatus } from '../../../ui/part-status.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { platformNames } from '../../joining/platforms.ts'
import classes from './agents.module.css'
import { problemLine, problemsInWords } from './problems.ts'

export const agentColumns: readonly Column<Agent>[] = [
  { id: 'name', header: 'Name', sort: 'name', fixed: true, render: (agent) => <Name agent={agent} /> },
  { id: 'status', header: 'Status', width: 98, render: ({ status }) => <PartStatus status={status} /> },
  { id: 'problems', header: 'Problems', from: 'sm', render: (agent) => <Problems agent={agent} /> },
  {
    id: 'os',
    header: 'Operating system',
    width: 164,
    from: 'xl',
    render: ({ osName, platform }) => osName ?? (platform && platformNames[platform]),
  },
  { id: 'version', header: 'Version', width: 182, from: 'sm', render: (agent) => <Version agent={agent} /> },
  { id: 'autoTag', header: 'Tag', width: 110, optional: true, render: ({ autoTag }) => autoTag },
  timeColumn('joinedAt', 'Joined', { sort: 'joinedAt', width: 100, optional: true, align: 'right' }),
  timeColumn('lastSeen', 'Last contact', { sort: 'lastSeen', width: 100, align: 'right' }),
]

function Name({ agent: { id, name, hostname, deviceId } }: { agent: Agent }) {
  return (
    <span className={classes['name']}>
      <Link to="." search={(before) => ({ ...before, agent: id })} resetScroll={false} data-row-link={id} title={name}>
        {name}
      </Link>
      {deviceId && (
        <Link
          to="/devices/$deviceId"
          params={{ deviceId }}
          aria-label={`Device ${hostname}`}
          title={`Device ${hostname}`}
        >
          <IconDeviceDesktop size={15} aria-hidden />
        </Link>
      )}
    </span>
  )
}

function Problems({ agent }: { agent: Agent }) {
  const problems = problemsInWords(agent, useNow())
  const line = problemLine(problems)
  const [worst] = problems
  return (
    worst && (
      <span title={line}>
        <StateWord kind={worst.kind}>{line}</StateWord>
      </span>
    )
  )
}

/** Version of an agent, and whether the collector is newer. */
export const Version = ({ agent: { version, upgradeAvailable } }: { agent: Agent }) => (
  <>
    {version} {upgradeAvailable && <span className={classes['upgrade']}>Upgrade available</span>}
  </>
)
