import { Alert } from '@mantine/core'

/** The error of a sign-in. */
export function Refusal({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert role="alert" color="red" mb="md">
      {error.message}
    </Alert>
  )
}
