import { Alert, Text } from '@mantine/core'
import { isOvertaken } from '../api/change-shown.ts'
import { ApiError } from '../api/problem.ts'
import { Identifier } from '../ui/identifier.tsx'
import { fieldErrors } from './field-errors.ts'

type Props = {
  error: Error
  values: Record<string, unknown>
  /** What to do where somebody else was quicker. */
  stale?: string
}

const closeAndOpen =
  'Somebody else has changed it meanwhile. Close this and open it again to see what is there now; what you have typed is not kept.'

/** Why what was typed is not saved, apart from what stands at its fields. */
export function Refused({ error, values, stale = closeAndOpen }: Props) {
  const { ofFields, others } = fieldErrors(error, values)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const isAllAtFields = Object.keys(ofFields).length > 0 && others.length === 0
  return (
    <Alert role="alert" color="red" variant="outline" mb="md" title="Not saved">
      <Text size="sm" className="told">
        {isOvertaken(error) ? stale : isAllAtFields ? 'What is marked below cannot be taken.' : error.message}
      </Text>
      {others.map((line) => (
        <Text key={line} size="sm" className="told">
          {line}
        </Text>
      ))}
      {requestId && Object.keys(ofFields).length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          Request <Identifier value={requestId} label="the request id" />
        </Text>
      )}
    </Alert>
  )
}
