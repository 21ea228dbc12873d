import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import type { QueryClient } from '@tanstack/react-query'
import { cancelBulk, followBulk, readBulkFailures, undoBulk } from '../../api/bulk.ts'
import { tagsOptions } from '../../api/catalogs.ts'
import { count, counted } from '../amounts.ts'
import { notifyDone } from '../notify-done.tsx'
import { notifyFailure } from '../use-action.ts'
import { actionInWords, operationInWords } from './bulk-words.ts'
import { failuresInWords } from './failures-in-words.ts'

/** The number of devices from which progress is shown. */
const progressFrom = 10

const refreshed = ['devices', 'reviews', 'alerts', 'summary', 'tasks', 'tags', 'ignore-list', 'bulk-operations']

const refresh = (queryClient: QueryClient) =>
  Promise.all(refreshed.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** Follows an operation to its end with its progress, and reports the result with the failures and a way to undo it. */
export async function reportBulk(queryClient: QueryClient, started: BulkOperation): Promise<BulkOperation> {
  const tags = 'tagId' in started.action ? await readTags(queryClient) : []
  const ended = await follow(started, actionInWords(started.action, tags))
  await refresh(queryClient)
  const message = operationInWords(ended, tags)
  const takeBack = ended.undoable > 0 ? () => undoAndReport(queryClient, ended.id) : undefined
  if (ended.status === 'Stopped') notifyFailure(message, new Error(ended.error ?? ''))
  if (ended.failed > 0) notifyFailed(message, await failuresOf(ended), takeBack)
  else if (ended.status !== 'Stopped')
    notifyDone(`${message}${ended.status === 'Cancelled' ? ', then cancelled' : ''}`, takeBack)
  return ended
}

/** Reads the tags; without them, the words lack the name of one. */
const readTags = (queryClient: QueryClient) =>
  queryClient.fetchQuery(tagsOptions).then(
    ({ items }) => items,
    () => [],
  )

/** Undoes an operation. Throws an error that names the devices that were not restored. */
export async function undoAndReport(queryClient: QueryClient, id: string): Promise<void> {
  const ended = await follow(await undoBulk(id), actionInWords({ kind: 'undo' }))
  await refresh(queryClient)
  if (ended.failed > 0) throw new Error(await failuresOf(ended))
}

async function failuresOf({ id, failed }: BulkOperation): Promise<string> {
  const { items } = await readBulkFailures(id)
  const named = items.map(({ deviceId, deviceName, message }) => ({
    item: { name: deviceName ?? deviceId },
    error: new Error(message),
  }))
  const more = failed - items.length
  return `${failuresInWords(named)}${more > 0 ? ` And ${counted(more, 'more device')}.` : ''}`
}

function notifyFailed(title: string, failures: string, undo: (() => Promise<void>) | undefined): void {
  const takeBack = () => {
    notifications.hide(id)
    undo?.().then(
      () => notifications.show({ message: 'Undone.' }),
      (error: unknown) => notifyFailure('Undo failed', error),
    )
  }
  const id = notifications.show({
    title,
    color: 'red',
    autoClose: false,
    message: (
      <>
        <Text size="sm" className="wrap">
          {failures}
        </Text>
        {undo && (
          <Button variant="default" mt="xs" onClick={takeBack}>
            Undo the others
          </Button>
        )}
      </>
    ),
  })
}

/** Follows an operation, with its progress and a way to cancel it if it has many devices. */
async function follow(started: BulkOperation, done: string): Promise<BulkOperation> {
  if (started.total < progressFrom) return followBulk(started, () => undefined)
  const shown = (operation: BulkOperation) => ({
    loading: true,
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" className="number">
          {`${count(operation.done + operation.failed)} of ${counted(operation.total, 'device')} ${done}`}
        </Text>
        <Button variant="default" onClick={() => void cancelBulk(operation.id).catch(() => undefined)}>
          Cancel
        </Button>
      </Group>
    ),
  })
  const id = notifications.show(shown(started))
  try {
    return await followBulk(started, (operation) => notifications.update({ id, ...shown(operation) }))
  } finally {
    notifications.hide(id)
  }
}
