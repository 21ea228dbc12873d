import { Alert, Text } from '@mantine/core'
import { isConflict } from '../api/change-shown.ts'
import { ApiError } from '../api/problem.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dimmed } from '../ui/dimmed.tsx'
import { Identifier } from '../ui/identifier.tsx'
import { useAction } from '../ui/use-action.ts'
import { fieldErrors } from './field-errors.ts'

type Props = {
  error: Error | null
  values: Record<string, unknown>
  /** Errors of fields that the form does not show. */
  hidden: readonly string[]
  onTakeNew: (() => Promise<void>) | undefined
}

/** Shows why input was not saved, except for errors that are shown at their fields. */
export function NotSaved({ error, values, hidden, onTakeNew }: Props) {
  const { ofFields, others } = fieldErrors(error, values)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const isAtFields = Object.keys(ofFields).length > 0
  const lines = [...hidden, ...others]
  const message = isAtFields && lines.length === 0 ? 'Correct the fields marked below.' : error?.message
  return (
    <Alert role="alert" color="red" mb="md" title="Not saved">
      <Text size="sm" className="wrap">
        {isConflict(error)
          ? `Somebody else has changed this in the meantime.${onTakeNew ? '' : ' Save again.'}`
          : message}
      </Text>
      {isConflict(error) && onTakeNew && <TakeNew onTakeNew={onTakeNew} />}
      {lines.map((line) => (
        <Text key={line} size="sm" className="wrap">
          {line}
        </Text>
      ))}
      {requestId && !isAtFields && !isConflict(error) && (
        <Dimmed mt={4}>
          Request <Identifier value={requestId} label="request ID" />
        </Dimmed>
      )}
    </Alert>
  )
}

function TakeNew({ onTakeNew }: { onTakeNew: () => Promise<void> }) {
  const taking = useAction('The new values were not read', onTakeNew)
  return <ActionButton label="Show the new values and keep my changes" action={taking} mt={8} />
}
