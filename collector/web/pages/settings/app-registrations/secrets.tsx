import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { AppRegistration, RegistrationSecret } from '@rollcall/shared/api/app-registration.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endSecret, registrations, replaceSecret, secretsOptions } from '../../../api/access.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ConfirmButton } from '../../../forms/confirm-button.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAction } from '../../../ui/use-action.ts'

type Props = { registration: AppRegistration; onReplaced: (clientSecret: string) => void }

/** The valid secrets of a registration. Another one can replace the latest, which then ends some time later. */
export function Secrets({ registration, onReplaced }: Props) {
  const query = useQuery(secretsOptions(registration.id))
  const [isReplacing, setIsReplacing] = useState(false)
  const hasFormer = (query.data?.total ?? 0) > 1
  return (
    <Section title="Client secrets">
      <Loaded query={query} label="The secrets">
        {({ items }) => (
          <Stack gap="sm">
            {items.map((secret) => (
              <Secret key={secret.id} registration={registration} secret={secret} />
            ))}
            <Group gap="xs">
              <ActionButton
                label="Replace secret"
                icon={IconRefresh}
                disabled={hasFormer}
                onClick={() => setIsReplacing(true)}
              />
              {hasFormer && <Dimmed>End the former secret first.</Dimmed>}
            </Group>
          </Stack>
        )}
      </Loaded>
      {isReplacing && (
        <Replacement registration={registration} onReplaced={onReplaced} onClose={() => setIsReplacing(false)} />
      )}
    </Section>
  )
}

function Secret({ registration, secret }: { registration: AppRegistration; secret: RegistrationSecret }) {
  const { id, createdAt, endsAt, lastUsedAt } = secret
  const refresh = useRefresh(registrations.name)
  const end = () => endSecret(registration.id, id).then(refresh)
  return (
    <section aria-label={endsAt === null ? 'Latest secret' : 'Former secret'}>
      <Facts
        facts={{
          Secret: endsAt === null ? 'Latest' : 'Former',
          Created: <Time value={createdAt} />,
          'Last use': lastUsedAt === null ? 'Never' : <Time value={lastUsedAt} />,
          Ends: endsAt && <Time value={endsAt} exact />,
        }}
      />
      {endsAt !== null && (
        <ConfirmButton
          action="End now"
          icon={IconPlayerStop}
          title="End the former secret"
          failed="The secret was not ended"
          run={end}
        >
          Programs that still use it can no longer get tokens, and its tokens stop working at once.
        </ConfirmButton>
      )}
    </section>
  )
}

const overlaps = [
  { value: '1', label: 'In 1 day' },
  { value: '3', label: 'In 3 days' },
  { value: '7', label: 'In 7 days' },
  { value: '0', label: 'Now (it was leaked)' },
]

function Replacement({ registration, onReplaced, onClose }: Props & { onClose: () => void }) {
  const [days, setDays] = useState('1')
  const refresh = useRefresh(registrations.name)
  const replace = useAction('The secret was not replaced', async () => {
    // A minute less than the longest time, as this clock may be ahead of the collector's.
    const replacedEndsAt = new Date(Date.now() + Number(days) * dayMs - 60_000).toISOString()
    const { clientSecret } = await replaceSecret(registration.id, { replacedEndsAt })
    onReplaced(clientSecret)
    onClose()
    await refresh()
  })
  return (
    <Dialog
      title={`Replace the secret of ${registration.name}`}
      onClose={onClose}
      action={<ActionButton label="Replace secret" variant="filled" action={replace} />}
    >
      <Text size="sm" mb="sm">
        You get a new Client secret at once. The former one and the tokens issued for it stay valid until it ends.
      </Text>
      <NativeSelect
        label="The former secret ends"
        data-autofocus
        data={overlaps}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </Dialog>
  )
}
