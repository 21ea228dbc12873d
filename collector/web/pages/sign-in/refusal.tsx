import { Alert } from '@mantine/core'
import { ApiError } from '../../api/problem.ts'

/** Why the door stays shut; `wrong` is said of what was given. */
export function Refusal({ error, wrong }: { error: Error | null; wrong: string }) {
  if (!error) return null
  const isWrong = error instanceof ApiError && error.status === 401
  return (
    <Alert role="alert" color="red" variant="outline" mb="md">
      {isWrong ? wrong : error.message}
    </Alert>
  )
}
