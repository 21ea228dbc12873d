import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { verifyCode } from '../../api/me.ts'
import { AttemptForm } from './attempt-form.tsx'

/** The second factor, after the password was right. */
export function CodeForm({ onDone }: { onDone: () => Promise<void> }) {
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: verifyCode, onSuccess: onDone, onError: () => setCode('') })
  return (
    <AttemptForm attempt={attempt} given={code} wrong="The code is wrong, or was used already.">
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
