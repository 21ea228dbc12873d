import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { siteSettingsOptions, webhookOptions } from '../../../api/site-settings.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { rowActions } from '../../../table/row-actions.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { changeWebhooks } from './change-webhooks.ts'
import { type NewSecret, type Webhook, WebhookForm } from './webhook-form.tsx'

export function Webhooks() {
  const query = useQuery(siteSettingsOptions)
  const [open, setOpen] = useState<Open>()
  const [created, setCreated] = useState<NewSecret>()
  const close = () => setOpen(undefined)
  const add = <ActionButton label="New webhook" icon={IconPlus} onClick={() => setOpen('new')} />
  return (
    <Section title="Webhooks" aside={query.data && add}>
      <Loaded query={query} label="The webhooks">
        {({ value }) => <WebhookTable webhooks={value.notifications.webhooks} onEdit={setOpen} />}
      </Loaded>
      <OpenForm open={open} optionsOf={webhookOptions} label="The webhook" onClose={close}>
        {(edited) => <WebhookForm edited={edited} onCreated={setCreated} onClose={close} />}
      </OpenForm>
      {created && (
        <SecretOnce
          title={`Secret of ${created.name}`}
          label="Signing secret"
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          <Text size="sm" mt="sm">
            The receiver uses it to verify the signature of events (Standard Webhooks).
          </Text>
        </SecretOnce>
      )}
    </Section>
  )
}

function WebhookTable({ webhooks, onEdit }: { webhooks: readonly Webhook[]; onEdit: (webhook: Webhook) => void }) {
  if (webhooks.length === 0) {
    return <Dimmed>No webhooks yet. A webhook receives the chosen events as signed CloudEvents.</Dimmed>
  }
  return (
    <PlainTable
      name="Webhooks"
      items={webhooks}
      keyOf={({ id }) => id}
      columns={[
        { header: 'Name', render: ({ name }) => name },
        { header: 'Address', render: ({ url }) => <Identifier value={url} label="address" inTable /> },
        { header: 'Events', render: ({ events }) => (events.includes('*') ? 'All' : events.join(', ')) },
        { header: 'State', render: ({ enabled }) => (enabled ? 'On' : 'Off') },
        ...rowActions<Webhook>({ onEdit, remove: (webhook) => <RemoveWebhook webhook={webhook} /> }),
      ]}
    />
  )
}

function RemoveWebhook({ webhook: { id, name } }: { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const remove = () => changeWebhooks(queryClient, (webhooks) => webhooks.filter((each) => each.id !== id))
  return (
    <RemoveButton name={name} run={remove} asIcon>
      It receives no more events. Pending retries are dropped and its secret is deleted.
    </RemoveButton>
  )
}
