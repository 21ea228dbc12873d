import { Alert, Text } from '@mantine/core'
import { isConflict } from '../api/change-shown.ts'
import { ApiError } from '../api/problem.ts'
import { Identifier } from '../ui/identifier.tsx'
import { fieldErrors } from './field-errors.ts'

type Props = {
  error: Error
  values: Record<string, unknown>
  /** Advice after somebody else's change. */
  stale?: string
}

const closeAndOpen =
  'Somebody else has changed this in the meantime. Close this form and open it again to see the current values. Your input will be lost.'

/** Shows why input was not saved, except for errors at fields. */
export function Refused({ error, values, stale = closeAndOpen }: Props) {
  const { ofFields, others } = fieldErrors(error, values)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const isAllAtFields = Object.keys(ofFields).length > 0 && others.length === 0
  return (
    <Alert role="alert" color="red" variant="outline" mb="md" title="Not saved">
      <Text size="sm" className="wrap">
        {isConflict(error) ? stale : isAllAtFields ? 'Correct the fields marked below.' : error.message}
      </Text>
      {others.map((line) => (
        <Text key={line} size="sm" className="wrap">
          {line}
        </Text>
      ))}
      {requestId && Object.keys(ofFields).length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          Request <Identifier value={requestId} label="request ID" />
        </Text>
      )}
    </Alert>
  )
}
