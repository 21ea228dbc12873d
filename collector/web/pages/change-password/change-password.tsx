import { Button, PasswordInput } from '@mantine/core'
import { passwordLengthMin as charsMin } from '@rollcall/shared/password-length.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { changePassword, meOptions } from '../../api/me.ts'
import { fieldErrors } from '../../forms/field-errors.ts'
import { counted } from '../../ui/amounts.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { beginFirstSteps } from '../first-steps/due.ts'
import { Doorway } from '../sign-in/doorway.tsx'
import { Refusal } from '../sign-in/refusal.tsx'

export function ChangePassword() {
  const { data: me } = useSuspenseQuery(meOptions)
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [again, setAgain] = useState('')
  const { to } = useSearch({ from: '/change-password' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      if (me.mustChangePassword) beginFirstSteps()
      await queryClient.fetchQuery({ ...meOptions, staleTime: 0 })
      await navigate({ href: to ?? (me.mustChangePassword ? '/' : '/account'), replace: true })
      notifyDone('Password changed. All other sessions were signed out.')
    },
  })
  useTitle('Change password')
  const isShort = newPassword !== '' && newPassword.length < charsMin
  const differs = again !== '' && again !== newPassword
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newPassword.length >= charsMin && again === newPassword) change.mutate({ currentPassword, newPassword })
  }
  const { ofFields } = fieldErrors(change.error, { currentPassword, newPassword })
  const field = { required: true, withAsterisk: false, mt: 'sm' } as const
  return (
    <Doorway title="Change password">
      {me.mustChangePassword && (
        <Dimmed>Somebody else set your current password. Choose one that only you know.</Dimmed>
      )}
      <form onSubmit={submit}>
        {Object.keys(ofFields).length === 0 && <Refusal error={change.error} />}
        <input type="text" name="username" autoComplete="username" value={me.username} readOnly hidden />
        <PasswordInput
          {...field}
          label="Current password"
          error={ofFields['currentPassword']}
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          {...field}
          label="New password"
          description={`At least ${charsMin} characters`}
          error={
            isShort ? `${counted(charsMin - newPassword.length, 'more character')} needed` : ofFields['newPassword']
          }
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        <PasswordInput
          {...field}
          label="Repeat new password"
          error={differs && 'The passwords differ'}
          autoComplete="new-password"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth size="sm" mt="lg" loading={change.isPending}>
          Change password
        </Button>
        {!me.mustChangePassword && (
          <Button variant="subtle" fullWidth size="sm" mt="xs" onClick={() => void navigate({ to: '/account' })}>
            Back
          </Button>
        )}
      </form>
    </Doorway>
  )
}
