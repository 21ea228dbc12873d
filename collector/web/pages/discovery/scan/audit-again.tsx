import { Button, Checkbox, Stack } from '@mantine/core'
import { hostCredentialKinds } from '@rollcall/shared/api/choices.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { credentialsOptions, segmentsOptions } from '../../../api/catalogs.ts'
import { auditAgain } from '../../../api/tasks.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { counted } from '../../../ui/amounts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { useAction } from '../../../ui/use-action.ts'

type Props = { task: TaskRecord; addresses: readonly string[] }

/** Audits chosen hosts again, with credentials to choose. */
export function AuditAgain({ task, addresses }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" disabled={addresses.length === 0} onClick={() => setIsOpen(true)}>
        Audit again with…
      </Button>
      {isOpen && <Choice task={task} addresses={addresses} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Choice({ task: { id, segmentId }, addresses, onClose }: Props & { onClose: () => void }) {
  const isAdministrator = useMay('Administrator')
  const refresh = useRefresh('tasks')
  const navigate = useNavigate()
  const segment = useQuery(segmentsOptions).data?.items.find((each) => each.id === segmentId)
  const all = useQuery(credentialsOptions).data?.items ?? []
  const isOfSegment = (credentialId: string) => segment?.credentialIds.includes(credentialId) ?? false
  // Others than those of the segment need an Administrator.
  const choices = all.filter(
    ({ id: credentialId, kind }) =>
      hostCredentialKinds.some((each) => each === kind) && (isAdministrator || isOfSegment(credentialId)),
  )
  const [chosen, setChosen] = useState<string[]>()
  const value = chosen ?? choices.filter((each) => isOfSegment(each.id)).map((each) => each.id)
  const again = useAction('The audit was not started', async () => {
    const given = { addresses: [...addresses], ...(value.length > 0 && { credentialIds: value }) }
    const { taskId } = await auditAgain(id, given)
    await refresh()
    await navigate({ to: '/tasks/$taskId', params: { taskId } })
  })
  return (
    <Dialog
      title={`Audit ${counted(addresses.length, 'host')} again`}
      onClose={onClose}
      action={<ActionButton label="Audit again" variant="filled" action={again} />}
    >
      <Checkbox.Group label="Credentials" value={value} onChange={setChosen}>
        <Stack gap={6} mt={6}>
          {choices.map(({ id: credentialId, name }, at) => (
            <Checkbox
              key={credentialId}
              value={credentialId}
              label={name}
              {...(at === 0 && { 'data-autofocus': true })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {choices.length === 0 && (
        <Dimmed>There is no SNMP or SSH credential to choose. Those of the segment are used.</Dimmed>
      )}
    </Dialog>
  )
}
