import { Container, Title } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { ApiError } from '../../api/problem.ts'
import { unreachableRetryMs } from '../../api/unreachable.ts'
import { PageHead } from '../page-head.tsx'
import { Failure } from './failure.tsx'
import { Outline } from './loaded.tsx'

export function PagePending() {
  return (
    <Container size="md" py="xl">
      <Outline lines={6} label="The page" />
    </Container>
  )
}

/** An error in place of a page. Temporary errors are retried. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  const mayPass = error instanceof ApiError && error.mayPass
  useEffect(() => {
    if (!mayPass) return
    const timer = setInterval(retry, unreachableRetryMs)
    return () => clearInterval(timer)
  }, [mayPass, retry])
  return (
    <Container component="main" size="sm" py="xl">
      <Title order={1} mb="md">
        Rollcall
      </Title>
      <Failure error={error} label="This page" retry={retry} />
    </Container>
  )
}

/** Takes the place of a page below the frame, so that all others stay one click away. */
export function PageNotFound() {
  return (
    <>
      <PageHead title="Page not found" about="The page may have moved, or the address is incomplete." />
      <Link to="/">Go to dashboard</Link>
    </>
  )
}
