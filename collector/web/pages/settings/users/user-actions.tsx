import { Group, Stack } from '@mantine/core'
import type { User } from '@rollcall/shared/api/user.ts'
import { IconKey, IconShieldOff } from '@tabler/icons-react'
import { endUserSession, resetPassword, resetTwoFactor, userSessionsOptions, users } from '../../../api/access.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ConfirmButton } from '../../../forms/confirm-button.tsx'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Sessions } from '../../account/sessions.tsx'

type Props = { user: User; onPassword: (password: string) => void; onClose: () => void }

/** Actions on a user that take effect at once. */
export function UserActions({ user, onPassword, onClose }: Props) {
  const { id, username, twoFactorEnabled, signsInBy } = user
  const refresh = useRefresh(users.name)
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
  return (
    <Stack gap="lg">
      <Section title="Sessions">
        <Sessions options={userSessionsOptions(id)} end={(sessionId) => endUserSession(id, sessionId)} />
      </Section>
      <Group gap="xs">
        {signsInBy === 'password' && (
          <ConfirmButton
            action="Reset password"
            icon={IconKey}
            title={`Reset password of ${username}`}
            failed="The password was not reset"
            run={giveNew}
          >
            The user is signed out everywhere. You get a one-time password for the next sign-in.
          </ConfirmButton>
        )}
        {twoFactorEnabled && (
          <ConfirmButton
            action="Reset two-factor authentication"
            icon={IconShieldOff}
            title={`Reset two-factor authentication of ${username}`}
            failed="Two-factor authentication was not reset"
            run={takeSecond}
          >
            The user is signed out everywhere and can sign in with the password alone until two-factor authentication is
            set up again.
          </ConfirmButton>
        )}
        <RemoveItem of={users} item={{ id, name: username }} onRemoved={onClose}>
          The user is signed out at once. Change log entries keep the name.
        </RemoveItem>
      </Group>
    </Stack>
  )
}
