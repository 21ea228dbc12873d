import { Button, Group, TextInput } from '@mantine/core'
import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeShown } from '../../../api/change-shown.ts'
import { auditServices } from '../../../api/parts.ts'
import { useAction } from '../../../ui/use-action.ts'

/** Edits the name of an Audit Service. */
export function NameEditor({ service }: { service: AuditService }) {
  const { id, name } = service
  const [text, setText] = useState(name)
  const queryClient = useQueryClient()
  const rename = useAction('The Audit Service was not renamed', async () => {
    await changeShown({
      read: () => auditServices.read(id),
      shown: service,
      edited: (now) => now.name,
      write: (ifMatch) => auditServices.update(id, { name: text }, ifMatch),
    })
    await queryClient.invalidateQueries({ queryKey: [auditServices.name] })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label="Name"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={rename.isPending} disabled={text.trim() === name}>
          Rename
        </Button>
      </Group>
    </form>
  )
}
