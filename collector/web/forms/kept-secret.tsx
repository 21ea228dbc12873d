import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A secret that is write-only: what is set is not shown, and stays where nothing is typed. */
export function KeptSecret({ isSet, ...input }: PasswordInputProps & { isSet: boolean }) {
  return (
    <PasswordInput
      // No password of the browser's own is meant here.
      autoComplete="new-password"
      {...(isSet ? { placeholder: 'As it is' } : {})}
      {...input}
    />
  )
}
