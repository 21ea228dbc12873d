import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** Input of a write-only secret. A stored secret is not shown, and stays while the input is empty. */
export function SecretInput({ isSet, ...input }: PasswordInputProps & { isSet: boolean }) {
  return (
    <PasswordInput
      // Stops the browser from filling in its own password.
      autoComplete="new-password"
      {...(isSet ? { placeholder: 'Unchanged' } : {})}
      {...input}
    />
  )
}
