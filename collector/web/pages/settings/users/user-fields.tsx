import { Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Access, AccessFields } from '../../../forms/access-fields.tsx'

export type UserValues = Access & { username: string; name: string; email: string; enabled: boolean }

/** Converts an empty email address to null. */
export const emailOf = (text: string): string | null => (text.trim() === '' ? null : text)

type Props = { form: UseFormReturnType<UserValues>; isNew?: boolean }

export function UserFields({ form, isNew = false }: Props) {
  return (
    <>
      {isNew && (
        <TextInput
          label="Username"
          required
          description="For signing in. It cannot be changed later."
          data-autofocus
          autoComplete="off"
          mb="md"
          {...form.getInputProps('username')}
        />
      )}
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <TextInput type="email" label="Email" mt="md" {...form.getInputProps('email')} />
      {!isNew && <Switch label="Enabled" mt="md" {...form.getInputProps('enabled', { type: 'checkbox' })} />}
      <AccessFields form={form} />
    </>
  )
}
