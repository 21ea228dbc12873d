import { Button, Group, Progress, Text } from '@mantine/core'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconRadar2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { scanSegment, taskOptions } from './calls.ts'

const lookMs = 1_000
const isOver = (status: TaskRecord['status'] | undefined) =>
  status !== undefined && status !== 'Queued' && status !== 'Running'

/** Starts the scan of the first segment, and shows how far it is. */
export function FirstScan({ segment: { id, name, lastScan } }: { segment: SegmentListItem }) {
  const queryClient = useQueryClient()
  const scan = useAction('The scan did not begin', () => scanSegment(id))
  const taskId = scan.data?.taskId
  const task = useQuery({
    ...taskOptions(taskId ?? ''),
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : lookMs),
  })
  const status = task.data?.status
  useEffect(() => {
    if (isOver(status)) {
      for (const key of ['segments', 'devices']) void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }, [status, queryClient])
  const found = (
    <Link to="/devices" search={{ segmentId: id }}>
      See the devices of {name}
    </Link>
  )
  if (taskId !== undefined) {
    return (
      <>
        {task.data && <ScanProgress task={task.data} />}
        {isOver(status) && found}
      </>
    )
  }
  return (
    <Group gap="sm">
      <Button leftSection={<IconRadar2 size={15} aria-hidden />} loading={scan.isPending} onClick={() => scan.mutate()}>
        Scan {name} {lastScan === null ? 'now' : 'again'}
      </Button>
      {lastScan !== null && found}
    </Group>
  )
}

const words: Record<TaskRecord['status'], string> = {
  Queued: 'The scan waits for its Audit Service.',
  Running: 'The scan is running.',
  Success: 'The scan is done.',
  Failed: 'The scan has failed.',
  Cancelled: 'The scan was cancelled.',
  Expired: 'No Audit Service took the scan in its time.',
}

function ScanProgress({ task: { status, error, progress } }: { task: TaskRecord }) {
  const { addressesDone, addressesTotal, hostsFound } = progress
  const percent = addressesTotal === 0 ? 0 : (addressesDone / addressesTotal) * 100
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {words[status]} {error}
      </Text>
      <Progress value={percent} my={6} aria-label={`Scanned: ${Math.floor(percent)} percent`} />
      <Text size="sm" c="dimmed" className="number" mb="sm">
        {addressesDone} of {addressesTotal} addresses, {hostsFound} {hostsFound === 1 ? 'host' : 'hosts'} found,{' '}
        {progress.new} new
      </Text>
    </div>
  )
}
