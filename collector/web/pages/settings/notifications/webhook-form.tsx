import { MultiSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/problem.ts'
import type { Tagged } from '../../../api/request.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { changeWebhooks } from './change-webhooks.ts'
import { eventsInWords } from './events.ts'

export type Webhook = SiteSettings['notifications']['webhooks'][number]

export type NewSecret = { name: string; secret: string }

type Props = {
  edited?: Tagged<Webhook> | undefined
  /** Called with the new webhook's secret, which is shown once. */
  onCreated: (created: NewSecret) => void
  onClose: () => void
}
type Values = Omit<Webhook, 'id' | 'secretSet'>

const options = optionsOf(eventsInWords)

/** Creates or edits a webhook. */
export function WebhookForm({ edited, onCreated, onClose }: Props) {
  const webhook = edited?.value
  const { name = '', url = '', enabled = true, events = ['*'] } = webhook ?? {}
  const opened: Values = { name, url, enabled, events }
  const form = useForm<Values>({ initialValues: opened })
  const queryClient = useQueryClient()
  const save = async (values: Values) => {
    let at = -1
    const change: Parameters<typeof changeWebhooks>[1] = (webhooks) => {
      at = webhook ? webhooks.findIndex(({ id }) => id === webhook.id) : webhooks.length
      if (webhook && !isSame(webhooks[at], webhook)) throw conflict()
      return webhook
        ? webhooks.map((each) => (each.id === webhook.id ? { ...each, ...values } : each))
        : [...webhooks, values]
    }
    const saved = await changeWebhooks(queryClient, change).catch((error: unknown) => {
      throw error instanceof ApiError ? atFields(error, at) : error
    })
    const secret = saved[at]?.secret
    if (secret !== undefined) onCreated({ name: values.name, secret })
  }
  return (
    <FormDrawer
      title={webhook ? `Edit ${webhook.name}` : 'New webhook'}
      action={webhook ? 'Save' : 'Create webhook'}
      form={form}
      stored={webhook && opened}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
        <TextInput
          label="Address"
          description="A public https:// address. Others must be allowed by the collector’s operator (ROLLCALL_OUTBOUND_ALLOW)."
          placeholder="https://hooks.example.org/rollcall"
          required
          {...form.getInputProps('url')}
        />
        <MultiSelect label="Events" required data={options} searchable {...form.getInputProps('events')} />
        <Switch label="Enabled" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </Stack>
    </FormDrawer>
  )
}

const isSame = (now: object | undefined, { secretSet: _, ...shown }: Webhook): boolean =>
  JSON.stringify(now) === JSON.stringify(shown)

const conflict = () =>
  new ApiError({
    status: 412,
    code: 'precondition_failed',
    title: 'Somebody else has changed this webhook in the meantime',
  })

/** Maps the API's errors of a webhook in the list to the fields of this form. */
function atFields({ status, code, title, message, requestId, fields }: ApiError, at: number): ApiError {
  const ofWebhook = `/notifications/webhooks/${at}/`
  const errors = fields.map(({ path, message: text }) => ({
    path: path.startsWith(ofWebhook) ? `/${path.slice(ofWebhook.length)}` : path.replace(/^\/notifications/, ''),
    message: text,
  }))
  return new ApiError({ status, code, title, detail: message, errors, ...(requestId ? { requestId } : {}) })
}
