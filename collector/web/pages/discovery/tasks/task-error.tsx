import { Alert, Text } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { adviceFor } from '../../../ui/tasks/words.ts'
import classes from './status.module.css'

/** Why a task ended badly, or what it could not do, with what may help. What was found stays in any case. */
export function TaskError({ task: { status, error, progress } }: { task: TaskRecord }) {
  if (error === null) return null
  const isPartial = status === 'Success'
  const advice = adviceFor(error)
  return (
    <Alert
      variant="outline"
      color={isPartial ? 'gray' : 'red'}
      classNames={isPartial ? { title: classes['partial'] ?? '', icon: classes['partial'] ?? '' } : {}}
      icon={<IconAlertTriangle aria-hidden />}
      title={isPartial ? 'It ended, and could not do all of it' : 'It did not reach its end'}
      mb="md"
    >
      <Text size="sm" className="told">
        {error}
      </Text>
      <Text size="sm" mt={4}>
        {advice}
        {progress.hostsFound > 0 && ' What was found is in the inventory.'}
      </Text>
    </Alert>
  )
}
