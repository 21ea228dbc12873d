import { Group } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agents } from '../../../api/parts.ts'
import { useMay } from '../../../api/use-may.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { PartStatus } from '../../../ui/part-status.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Time } from '../../../ui/time.tsx'
import { PartHint } from '../part-hint.tsx'

export function AgentPanel({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { id, hostname, status, version, lastSeen, joinedAt, deviceId, autoTag } = agent
  const isAdministrator = useMay('Administrator')
  const queryClient = useQueryClient()
  const remove = async () => {
    await agents.remove(id)
    onClose()
    await queryClient.invalidateQueries({ queryKey: [agents.name] })
  }
  return (
    <SidePanel title={hostname} onClose={onClose}>
      <PartHint kind="agent" status={status} />
      <Facts
        facts={{
          Status: <PartStatus status={status} />,
          Version: version,
          'Last seen': <Time value={lastSeen} />,
          Joined: <Time value={joinedAt} />,
          'Auto tag': autoTag,
          Device: deviceId && (
            <Link to="/devices/$deviceId" params={{ deviceId }}>
              View device
            </Link>
          ),
          ID: <Identifier value={id} label="ID" />,
        }}
      />
      {isAdministrator && (
        <Group mt="md">
          <RemoveButton name={hostname} action="Remove" run={remove}>
            Its access ends at once. Its device and snapshots stay. To uninstall it, run{' '}
            <span className="mono">sudo ./rollcall agent uninstall</span> on the machine.
          </RemoveButton>
        </Group>
      )}
    </SidePanel>
  )
}
