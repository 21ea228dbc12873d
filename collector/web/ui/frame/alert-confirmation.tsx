import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Alert } from '@rollcall/shared/api/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { alertsOptions, confirmAlert } from '../../api/alerts.ts'
import { useMay } from '../../api/use-may.ts'
import { Confirm } from '../confirm.tsx'
import { useAction } from '../use-action.ts'

/** Lets an Administrator confirm the held job of an alert, after a dialog that repeats the effect. */
export function AlertConfirmation({ alert: { id, title, detail, confirmation } }: { alert: Alert }) {
  const [opened, { open, close }] = useDisclosure(false)
  const mayAdminister = useMay('Administrator')
  const queries = useQueryClient()
  const confirm = useAction('The alert was not confirmed', async (count: number) => {
    try {
      await confirmAlert(id, count)
    } finally {
      await queries.invalidateQueries(alertsOptions)
    }
  })
  if (!confirmation || !mayAdminister) return null
  const { action, count } = confirmation
  return (
    <>
      <Anchor component="button" type="button" inherit onClick={open}>
        {action}…
      </Anchor>
      <Confirm opened={opened} title={title} action={action} onConfirm={() => confirm.mutate(count)} onClose={close}>
        {detail}
      </Confirm>
    </>
  )
}
