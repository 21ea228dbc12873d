import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { verifyCode } from '../../api/me.ts'
import { AttemptForm } from './attempt-form.tsx'

type Props = { onDone: () => Promise<void>; onRestart: () => void }

/** Asks for the second factor. After a timeout or five wrong codes, sign-in starts over. */
export function CodeForm({ onDone, onRestart }: Props) {
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: verifyCode, onSuccess: onDone, onError: () => setCode('') })
  return (
    <AttemptForm
      attempt={attempt}
      given={code}
      more={
        <Button variant="subtle" fullWidth size="sm" mt="xs" onClick={onRestart}>
          Start over
        </Button>
      }
    >
      <TextInput
        label="Code"
        description="From your authenticator app, or a backup code"
        autoComplete="one-time-code"
        autoFocus
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </AttemptForm>
  )
}
