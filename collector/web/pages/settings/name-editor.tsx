import { Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { changeShown } from '../../api/change-shown.ts'
import type { Tagged } from '../../api/request.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { fieldErrors } from '../../forms/field-errors.ts'
import { Form } from '../../forms/form.tsx'
import { useMergedValues } from '../../forms/use-merged-values.ts'
import { ActionButton } from '../../ui/action-button.tsx'

type Named = { id: string; name: string }
type Props<T extends Named> = {
  shown: T
  parts: { name: string; read: (id: string) => Promise<Tagged<T>> }
  write: (name: string, ifMatch: string | undefined) => Promise<T>
  /** The name that applies to an empty text. */
  placeholder?: string
}

/** Edits the name of an Audit Service or an agent. */
export function NameEditor<T extends Named>({ shown, parts, write, placeholder }: Props<T>) {
  const form = useForm({ initialValues: { name: shown.name } })
  // While the name is being edited, this stays as it was: saving detects somebody else's change since.
  const stored = useRef(shown)
  if (!form.isDirty()) stored.current = shown
  useMergedValues(form, { name: stored.current.name })
  const refresh = useRefresh(parts.name)
  const saving = useMutation({
    mutationFn: async ({ name }: typeof form.values) => {
      const saved = await changeShown({
        read: () => parts.read(shown.id),
        shown: stored.current,
        edited: (part) => part.name,
        write: (ifMatch) => write(name.trim(), ifMatch),
      })
      await refresh()
      return saved
    },
    onSuccess: ({ name }, sent) => {
      form.setInitialValues({ name })
      // Input that was typed meanwhile stays.
      if (form.getValues().name === sent.name) form.setValues({ name })
    },
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  const takeNew = async () => {
    stored.current = (await parts.read(shown.id)).value
    await refresh()
    saving.reset()
  }
  return (
    <Form form={form} saving={saving} onTakeNew={takeNew}>
      <Group gap="xs" wrap="nowrap" align="flex-start" mb="sm">
        <TextInput
          size="xs"
          flex={1}
          aria-label="Name"
          {...(placeholder !== undefined && { placeholder })}
          {...form.getInputProps('name')}
        />
        <ActionButton label="Rename" type="submit" loading={saving.isPending} disabled={!form.isDirty()} />
      </Group>
    </Form>
  )
}
