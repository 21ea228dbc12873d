import { useQueryClient } from '@tanstack/react-query'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { changeWebhooks } from './change-webhooks.ts'
import type { Webhook } from './webhook-form.tsx'

export function RemoveWebhook({ webhook: { id, name } }: { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const remove = () => changeWebhooks(queryClient, (webhooks) => webhooks.filter((each) => each.id !== id))
  return (
    <RemoveButton name={name} run={remove} asIcon>
      It receives no more events. Pending retries are dropped and its secret is deleted.
    </RemoveButton>
  )
}
