import { Alert, Text } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { adviceFor } from '../../../ui/tasks/advice.ts'
import { kindNames } from '../../../ui/tasks/words.ts'
import classes from './task-error.module.css'

/** The error of a failed task, or the remarks of a successful one, with advice. */
export function TaskError({ task: { kind, status, error, progress } }: { task: TaskRecord }) {
  if (error === null) return null
  const isPartial = status === 'Success'
  const advice = adviceFor(error)
  return (
    <Alert
      color={isPartial ? 'gray' : 'red'}
      classNames={isPartial ? { title: classes['partial'] ?? '', icon: classes['partial'] ?? '' } : {}}
      icon={<IconAlertTriangle aria-hidden />}
      title={`${kindNames[kind]} ${isPartial ? 'incomplete' : 'failed'}`}
      mb="md"
    >
      <Text size="sm" className="wrap">
        {error}
      </Text>
      <Text size="sm" mt={4}>
        {advice}
        {progress.hostsFound > 0 && ' Hosts found so far are in the inventory.'}
      </Text>
    </Alert>
  )
}
