import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { verifyCode } from '../../api/me.ts'
import { Refusal } from './refusal.tsx'

/** The second factor, after the password was right. */
export function CodeForm({ onDone }: { onDone: () => Promise<void> }) {
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: verifyCode, onSuccess: onDone, onError: () => setCode('') })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate(code)
  }
  return (
    <form onSubmit={submit}>
      <Refusal error={attempt.error} wrong="The code is wrong, or was used already." />
      <TextInput
        label="Code"
        description="Of your authenticator app, or one of your backup codes"
        autoComplete="one-time-code"
        autoFocus
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth size="sm" mt="lg" loading={attempt.isPending}>
        Sign in
      </Button>
    </form>
  )
}
