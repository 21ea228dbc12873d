import { Text } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { agents } from '../../../api/parts.ts'
import { BulkBar } from '../../../table/bulk/bulk-bar.tsx'
import type { Selection } from '../../../table/bulk/selection.ts'
import { useEach } from '../../../table/bulk/use-each.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { counted } from '../../../ui/amounts.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { revocationOf } from './revocation.ts'

type Props = { shown: readonly Agent[]; selection: Selection }

/** Actions of an Administrator on all selected agents. */
export function AgentBulkBar({ shown, selection }: Props) {
  const each = useEach(selection, { noun: 'agent', key: agents.name })
  const [isConfirming, setIsConfirming] = useState(false)
  const chosen = shown.filter(({ id }) => selection.ids.has(id))
  const revoke = () => each.mutate({ items: chosen, done: 'revoked', run: agents.remove })
  return (
    <>
      <BulkBar count={chosen.length} onClear={selection.clear}>
        <ActionButton
          label="Revoke"
          icon={IconPlugConnectedX}
          loading={each.isPending}
          onClick={() => setIsConfirming(true)}
        />
      </BulkBar>
      <Confirm
        opened={isConfirming}
        title={`Revoke ${counted(chosen.length, 'agent')}?`}
        action="Revoke"
        onClose={() => setIsConfirming(false)}
        onConfirm={revoke}
      >
        <Text size="sm">{revocationOf(chosen.length)}</Text>
        <Dimmed mt="xs" className="wrap">
          {chosen.map(({ name }) => name).join(', ')}
        </Dimmed>
      </Confirm>
    </>
  )
}
