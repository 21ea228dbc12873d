import { Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Access, AccessFields } from '../../../forms/access-fields.tsx'

export type RegistrationValues = Access & {
  name: string
  /** Expiry as the value of a datetime-local input; empty for never. */
  expiresAt: string
  enabled: boolean
}

export function RegistrationFields({ form }: { form: UseFormReturnType<RegistrationValues> }) {
  return (
    <>
      <TextInput
        label="Name"
        required
        description="The program that calls the API."
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        type="datetime-local"
        max="9999-12-31T23:59"
        label="Expires"
        description="Its tokens stop working then. Empty: never."
        mt="md"
        {...form.getInputProps('expiresAt')}
      />
      <Switch label="Enabled" mt="md" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <AccessFields form={form} />
    </>
  )
}
