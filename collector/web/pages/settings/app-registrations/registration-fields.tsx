import { Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Access, AccessFields } from '../../../forms/access-fields.tsx'

export type RegistrationValues = Access & {
  name: string
  /** As the input has it; empty: never. */
  expiresAt: string
  enabled: boolean
}

export function RegistrationFields({ form }: { form: UseFormReturnType<RegistrationValues> }) {
  return (
    <>
      <TextInput label="Name" description="Of the program that calls" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        type="datetime-local"
        label="Expires"
        description="Its tokens end then. Empty: never"
        mt="md"
        {...form.getInputProps('expiresAt')}
      />
      <Switch label="Enabled" mt="md" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <AccessFields form={form} />
    </>
  )
}
