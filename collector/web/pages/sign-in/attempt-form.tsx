import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Refusal } from './refusal.tsx'

type Props<A, V> = {
  attempt: UseMutationResult<A, Error, V>
  given: V
  children: ReactNode
  /** Other ways to sign in. */
  more?: ReactNode
}

/** One step of a sign-in: its fields and the button. */
export function AttemptForm<A, V>({ attempt, given, children, more }: Props<A, V>) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate(given)
  }
  return (
    <form onSubmit={submit}>
      <Refusal error={attempt.error} />
      {children}
      <Button type="submit" fullWidth size="sm" mt="lg" loading={attempt.isPending}>
        Sign in
      </Button>
      {more}
    </form>
  )
}
