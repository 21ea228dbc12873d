import { Alert } from '@mantine/core'

/** Why the door stays shut. */
export function Refusal({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert role="alert" color="red" variant="outline" mb="md">
      {error.message}
    </Alert>
  )
}
