import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Dimmed } from '../../ui/dimmed.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { CodeForm } from './code-form.tsx'
import { Doorway } from './doorway.tsx'
import { IssuerButton, IssuerRefusal } from './issuer.tsx'
import { PasswordForm } from './password-form.tsx'

export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false)
  const { to = '/', error, ended } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useTitle('Sign in')
  const enter = async () => {
    // The signed-in user may differ from the previous one.
    queryClient.clear()
    await navigate({ href: to, replace: true })
  }
  return (
    <Doorway title={needsCode ? 'Enter your code' : 'Sign in to Rollcall'}>
      {needsCode ? (
        <CodeForm onDone={enter} onRestart={() => setNeedsCode(false)} />
      ) : (
        <>
          {error && <IssuerRefusal code={error} />}
          {ended && (
            <Dimmed mb="md" role="status">
              Your session has ended. Sign in again to continue.
            </Dimmed>
          )}
          <PasswordForm onDone={async ({ twoFactorRedirect }) => (twoFactorRedirect ? setNeedsCode(true) : enter())} />
          <IssuerButton returnTo={to} />
        </>
      )}
    </Doorway>
  )
}
