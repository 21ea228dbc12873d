import { Text } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { agents, requestSnapshot } from '../../../api/parts.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { useNow } from '../../../ui/now.tsx'
import { Section } from '../../../ui/section.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { snapshotForecast, snapshotResult } from './snapshot-words.ts'

/** Requests a snapshot of an agent, says when it arrives, and then shows that it has. */
export function SnapshotNow({ agent }: { agent: Agent }) {
  const { id, snapshotRequestedAt } = agent
  const refresh = useRefresh(agents.name)
  const now = useNow()
  const [requestedAt, setRequestedAt] = useState(snapshotRequestedAt)
  const request = useAction('The snapshot was not requested', async () => {
    const { snapshotRequestedAt } = await requestSnapshot(id)
    setRequestedAt(snapshotRequestedAt)
    await refresh()
  })
  const isAwaited = snapshotRequestedAt !== null
  const result = snapshotResult(agent, requestedAt)
  return (
    <Section title="Snapshot">
      <Text size="sm" mb="xs" role="status">
        {isAwaited && (
          <>
            Requested <Time value={snapshotRequestedAt} />.{' '}
          </>
        )}
        {result === undefined && snapshotForecast(agent, now)}
        {result === 'received' && (
          <StateWord kind="good">
            Snapshot received <Time value={agent.lastSeen} />
          </StateWord>
        )}
        {result === 'refused' && <StateWord kind="bad">The snapshot was refused. The reason is above.</StateWord>}
      </Text>
      <ActionButton label="Snapshot now" icon={IconCamera} action={request} disabled={isAwaited} />
    </Section>
  )
}
