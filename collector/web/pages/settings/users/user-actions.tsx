import { Group, Stack } from '@mantine/core'
import type { User } from '@rollcall/shared/api/user.ts'
import { IconKey, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { endUserSession, resetPassword, resetTwoFactor, userSessionsOptions, users } from '../../../api/access.ts'
import { AskButton } from '../../../forms/ask-button.tsx'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Sessions } from '../../account/sessions.tsx'

type Props = { user: User; onPassword: (password: string) => void; onClose: () => void }

/** What is done to a user beside changing its record; each happens at once. */
export function UserActions({ user, onPassword, onClose }: Props) {
  const { id, username, twoFactorEnabled, signsInBy } = user
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [users.name] })
  const giveNew = async () => {
    onPassword((await resetPassword(id)).password)
    onClose()
    await refresh()
  }
  const takeSecond = async () => {
    await resetTwoFactor(id)
    onClose()
    await refresh()
  }
  const remove = async () => {
    await users.remove(id)
    onClose()
    await refresh()
  }
  return (
    <Stack gap="lg">
      <Section title="Signed in">
        <Sessions options={userSessionsOptions(id)} end={(sessionId) => endUserSession(id, sessionId)} />
      </Section>
      <Group gap="xs">
        {signsInBy === 'password' && (
          <AskButton
            action="Reset password"
            icon={IconKey}
            title={`Reset the password of ${username}`}
            failed="The password is as it was"
            run={giveNew}
          >
            The user is signed out everywhere, and signs in next with a one-time password that you are shown.
          </AskButton>
        )}
        {twoFactorEnabled && (
          <AskButton
            action="Take second factor"
            icon={IconShieldOff}
            title={`Take the second factor from ${username}`}
            failed="The second factor is as it was"
            run={takeSecond}
          >
            The user is signed out everywhere, and the password alone signs in until a second factor is set up again.
          </AskButton>
        )}
        <RemoveButton name={username} run={remove}>
          It is signed out at once. What it has done stays in the change log under its name.
        </RemoveButton>
      </Group>
    </Stack>
  )
}
