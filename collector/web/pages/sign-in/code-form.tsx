import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { verifyCode } from '../../api/me.ts'
import { AttemptForm } from './attempt-form.tsx'

type Props = { onDone: () => Promise<void>; onAnew: () => void }

/** The second factor, after the password was right. After some time, or five wrong codes, the password is asked for anew. */
export function CodeForm({ onDone, onAnew }: Props) {
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: verifyCode, onSuccess: onDone, onError: () => setCode('') })
  return (
    <AttemptForm
      attempt={attempt}
      given={code}
      more={
        <Button variant="subtle" fullWidth size="sm" mt="xs" onClick={onAnew}>
          Begin anew
        </Button>
      }
    >
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
    </AttemptForm>
  )
}
