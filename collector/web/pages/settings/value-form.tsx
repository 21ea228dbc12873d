import { Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { FormDrawer } from '../../forms/form-drawer.tsx'
import { optionsOf } from '../../ui/options.ts'

type Values<K extends string, F extends string> = { kind: K; reason: string } & Record<F, string>

type Props<K extends string, F extends string> = {
  title: string
  action: string
  /** The kinds of values, each with an example. */
  kinds: Record<K, { label: string; example: string }>
  /** The API's name of the value, and its label. */
  field: { name: F; label: string; description: ReactNode }
  save: (json: { kind: K; reason: string | null } & Record<F, string>) => Promise<unknown>
  onClose: () => void
}

/** Adds a value of a kind to a list, with a reason. */
export function ValueForm<K extends string, F extends 'pattern' | 'value'>(props: Props<K, F>) {
  const { kinds, field, save, ...drawer } = props
  const first = Object.keys(kinds)[0] as K
  const form = useForm<Values<K, F>>({
    initialValues: { kind: first, [field.name]: '', reason: '' } as Values<K, F>,
  })
  const submit = (values: Values<K, F>) => save({ ...values, reason: values.reason.trim() || null })
  return (
    <FormDrawer {...drawer} form={form} onSubmit={submit}>
      <Stack gap="sm">
        <Select label="Kind" data={optionsOf(kinds)} {...form.getInputProps('kind')} />
        <TextInput
          label={field.label}
          description={field.description}
          placeholder={kinds[form.values.kind].example}
          className="mono"
          data-autofocus
          required
          {...form.getInputProps(field.name)}
        />
        <Textarea
          label="Reason"
          description="Explains this entry to other users."
          autosize
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDrawer>
  )
}
