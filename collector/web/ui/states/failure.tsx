import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { ApiError } from '../../api/problem.ts'
import { useAdministratorsHint } from '../administrators-hint.ts'
import { Dimmed } from '../dimmed.tsx'
import { Identifier } from '../identifier.tsx'

type Props = { error: unknown; label: string; retry?: () => void }

/** An error in place of a part of a page: the failure, the advice and the request id for the log. */
export function Failure({ error, label, retry }: Props) {
  const problem = error instanceof ApiError ? error : undefined
  if (problem?.status === 403) return <Forbidden label={label} />
  const isOffline = problem?.status === 0
  const Icon = isOffline ? IconPlugConnectedX : IconAlertTriangle
  return (
    <Alert
      role="alert"
      color={isOffline ? 'gray' : 'red'}
      icon={<Icon aria-hidden />}
      title={isOffline ? problem.title : `${label} cannot be shown`}
    >
      <Text size="sm" className="wrap">
        {error instanceof Error ? error.message : String(error)}
      </Text>
      <Group mt="sm" gap="md">
        {retry && problem?.status !== 404 && (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        )}
        {problem?.requestId && (
          <Dimmed>
            Request <Identifier value={problem.requestId} label="request ID" />
          </Dimmed>
        )}
      </Group>
    </Alert>
  )
}

function Forbidden({ label }: { label: string }) {
  const whom = useAdministratorsHint()
  return (
    <Alert role="alert" color="gray" icon={<IconLock aria-hidden />} title="Not permitted">
      Your account may not view this: {label.toLowerCase()}. {whom}
    </Alert>
  )
}
