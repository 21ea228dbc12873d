import { PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signIn } from '../../api/me.ts'
import { AttemptForm } from './attempt-form.tsx'

type Props = { onDone: (answer: Awaited<ReturnType<typeof signIn>>) => Promise<void> }

export function PasswordForm({ onDone }: Props) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({ mutationFn: signIn, onSuccess: onDone, onError: () => setPassword('') })
  return (
    <AttemptForm attempt={attempt} given={{ username, password }}>
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
    </AttemptForm>
  )
}
