import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { signIn } from '../../api/me.ts'
import { ApiError } from '../../api/problem.ts'
import { Doorway } from './doorway.tsx'

export function SignIn() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { to = '/' } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ href: to, replace: true })
    },
    onError: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate({ username, password })
  }
  return (
    <Doorway title="Sign in to Rollcall">
      <form onSubmit={submit}>
        {attempt.error && (
          <Alert role="alert" color="red" variant="outline" mb="md">
            {reasonOf(attempt.error)}
          </Alert>
        )}
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
    </Doorway>
  )
}

function reasonOf(error: Error): string {
  if (error instanceof ApiError && error.status === 401) return 'The username or the password is wrong.'
  if (error instanceof ApiError && error.status === 429) return 'Too many attempts. Wait a minute, then try again.'
  return error.message
}
