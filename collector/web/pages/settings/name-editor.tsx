import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { changeShown } from '../../api/change-shown.ts'
import type { Tagged } from '../../api/request.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useUnsaved } from '../../ui/layers/use-layer.ts'
import { useAction } from '../../ui/use-action.ts'

type Named = { id: string; name: string }
type Props<T extends Named> = {
  shown: T
  parts: { name: string; read: (id: string) => Promise<Tagged<T>> }
  /** Title of the notification if the name was not saved. */
  failed: string
  write: (name: string, ifMatch: string | undefined) => Promise<unknown>
  /** The name that applies to an empty text. */
  placeholder?: string
}

/** Edits the name of an Audit Service or an agent. */
export function NameEditor<T extends Named>({ shown, parts, failed, write, placeholder }: Props<T>) {
  const [text, setText] = useState(shown.name)
  const refresh = useRefresh(parts.name)
  useUnsaved(text.trim() !== shown.name)
  const rename = useAction(failed, async () => {
    await changeShown({
      read: () => parts.read(shown.id),
      shown,
      edited: ({ name }) => name,
      write: (ifMatch) => write(text.trim(), ifMatch),
    })
    if (text.trim() === '' && placeholder) setText(placeholder)
    await refresh()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" mb="sm">
        <TextInput
          size="xs"
          flex={1}
          aria-label="Name"
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={rename.isPending} disabled={text.trim() === shown.name}>
          Rename
        </Button>
      </Group>
    </form>
  )
}
