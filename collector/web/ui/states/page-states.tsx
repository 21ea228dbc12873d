import { Container } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Empty } from './empty.tsx'
import { Failure } from './failure.tsx'
import { Outline } from './loaded.tsx'

export function PagePending() {
  return (
    <Container size="md" py="xl">
      <Outline lines={6} what="The page" />
    </Container>
  )
}

export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <Failure error={error} what="This page" retry={retry} />
    </Container>
  )
}

export function NotFound() {
  return (
    <main>
      <Empty title="There is no page at this address" action={<Link to="/">To the start</Link>}>
        It may have moved, or the address is cut short.
      </Empty>
    </main>
  )
}
