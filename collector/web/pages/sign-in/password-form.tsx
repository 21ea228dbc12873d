import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signIn } from '../../api/me.ts'
import { Refusal } from './refusal.tsx'

type Props = { onDone: (answer: Awaited<ReturnType<typeof signIn>>) => Promise<void> }

export function PasswordForm({ onDone }: Props) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({ mutationFn: signIn, onSuccess: onDone, onError: () => setPassword('') })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ username, password })
  }
  return (
    <form onSubmit={submit}>
      <Refusal error={attempt.error} wrong="The username or the password is wrong." />
      <TextInput
        label="Username"
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        mt="sm"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth size="sm" mt="lg" loading={attempt.isPending}>
        Sign in
      </Button>
    </form>
  )
}
