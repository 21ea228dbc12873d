import { ActionIcon, Indicator, Popover, Progress, Stack, Text } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconActivity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { runningTasksOptions } from '../../api/tasks.ts'
import { lazyPart } from '../../routes/lazy-page.ts'
import { count, counted } from '../amounts.ts'
import { useResumedBulk } from '../bulk/use-resumed-bulk.ts'
import { Dimmed } from '../dimmed.tsx'
import { Failure } from '../states/failure.tsx'
import { useTaskTitles } from '../tasks/use-titles.ts'
import { percentOf } from '../tasks/words.ts'
import { Time } from '../time.tsx'

/** Loaded when the menu is opened. */
const LatestBulk = lazyPart(
  () => import('../bulk/latest-bulk.tsx'),
  ({ LatestBulk }) => LatestBulk,
)

/** Menu of running tasks and changes to many devices with their progress. */
export function RunningTasks() {
  useResumedBulk()
  const { data, error } = useQuery(runningTasksOptions)
  const total = data?.total ?? 0
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Indicator label={total} size={15} disabled={total === 0} offset={4}>
        <Popover.Target>
          <ActionIcon
            size="lg"
            aria-label={total === 0 ? 'Running tasks: none' : `Running tasks: ${total}`}
            onClick={() => setOpened(!opened)}
          >
            <IconActivity size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        {error && !data ? (
          <Failure error={error} label="Running tasks" />
        ) : total === 0 ? (
          <Dimmed>No running tasks.</Dimmed>
        ) : (
          <Stack gap="sm">
            {data?.items.map((task) => (
              <TaskLine key={task.id} task={task} onGo={() => setOpened(false)} />
            ))}
          </Stack>
        )}
        <Suspense>
          <LatestBulk />
        </Suspense>
        <Text size="sm" mt="sm">
          <Link to="/tasks" onClick={() => setOpened(false)}>
            All tasks
          </Link>
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}

function TaskLine({ task, onGo }: { task: TaskRecord; onGo: () => void }) {
  const { id, status, createdAt, progress } = task
  const title = useTaskTitles()(task)
  const percent = percentOf(task)
  return (
    <div>
      <Text size="sm" className="wrap">
        <Link to="/tasks/$taskId" params={{ taskId: id }} onClick={onGo}>
          {title}
        </Link>
        , {status === 'Queued' ? 'waiting since' : 'started'} <Time value={createdAt} />
      </Text>
      <Progress
        value={percent}
        size="sm"
        my={4}
        aria-label={`${title}: ${percent} percent`}
        animated={status === 'Running'}
      />
      <Text size="xs" c="dimmed" className="number">
        {count(progress.addressesDone)} of {counted(progress.addressesTotal, 'address', 'addresses')},{' '}
        {counted(progress.hostsFound, 'host')} found
      </Text>
    </div>
  )
}
