import { Group, Text } from '@mantine/core'
import type { Agent } from '@rollcall/shared/api/agent.ts'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { agents, createRejoinToken } from '../../../api/parts.ts'
import { useRemove } from '../../../api/use-remove.ts'
import { ConfirmButton } from '../../../forms/confirm-button.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { JoinCommand } from '../../joining/join-command.tsx'
import { revocationOf } from './revocation.ts'

type Props = { agent: Agent; onClose: () => void }

/** Lets an agent join again, or revokes it. */
export function Administration({ agent: { id, name, platform }, onClose }: Props) {
  const rejoin = useAction('The command was not generated', () => createRejoinToken(agents, id))
  const revoke = useRemove(agents)
  return (
    <Section title="Rejoin or revoke">
      {rejoin.data ? (
        <JoinCommand joining={{ token: rejoin.data, accepts: (each) => each === id }} platform={platform} />
      ) : (
        <>
          <Text size="sm" mb="xs">
            After a new installation of its machine, or if its token was stolen, it joins again with a new token and
            keeps its name, device and history. Its previous token ends when it joins.
          </Text>
          <Group>
            <ActionButton label="Generate rejoin command" action={rejoin} />
            <ConfirmButton
              action="Revoke"
              icon={IconPlugConnectedX}
              title={`Revoke ${name}`}
              failed={`${name} was not revoked`}
              run={() => revoke(id).then(onClose)}
            >
              {revocationOf(1)}
            </ConfirmButton>
          </Group>
        </>
      )}
    </Section>
  )
}
