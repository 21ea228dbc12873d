import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Refusal } from './refusal.tsx'

type Props<A, V> = {
  attempt: UseMutationResult<A, Error, V>
  given: V
  /** Said of what was given, where that is why. */
  wrong: string
  children: ReactNode
}

/** One step of a sign-in: what one knows, and the button. */
export function AttemptForm<A, V>({ attempt, given, wrong, children }: Props<A, V>) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate(given)
  }
  return (
    <form onSubmit={submit}>
      <Refusal error={attempt.error} wrong={wrong} />
      {children}
      <Button type="submit" fullWidth size="sm" mt="lg" loading={attempt.isPending}>
        Sign in
      </Button>
    </form>
  )
}
