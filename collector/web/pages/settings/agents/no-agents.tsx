import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../../../ui/states/empty.tsx'

export function NoAgents({ isNarrowed, action }: { isNarrowed: boolean; action: ReactNode }) {
  if (isNarrowed) {
    return (
      <Empty title="No agents match" action={<Link to="/settings/agents">Show all agents</Link>}>
        Change the search or the filters.
      </Empty>
    )
  }
  return (
    <Empty title="No agent on this site" action={action}>
      Agents read software, disks and memory in full. <strong>Add agents</strong> generates the command that installs
      one: a line for the shell on Linux, a line for the command prompt on Windows, and the commands for an installed
      package on macOS. One command works on many machines. An Administrator generates it.
    </Empty>
  )
}
