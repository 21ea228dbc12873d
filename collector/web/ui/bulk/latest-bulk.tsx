import { Group, Progress, Text } from '@mantine/core'
import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelBulk, latestBulkOptions } from '../../api/bulk.ts'
import { tagsOptions } from '../../api/catalogs.ts'
import { useMay } from '../../api/use-may.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { ActionButton } from '../action-button.tsx'
import { count } from '../amounts.ts'
import { notifyDone } from '../notify-done.tsx'
import { Time } from '../time.tsx'
import { useAction } from '../use-action.ts'
import { operationInWords } from './bulk-words.ts'
import { undoAndReport } from './report-bulk.tsx'

/** The latest changes to many devices, each with its progress, or with its result and a way to undo it. */
export function LatestBulk() {
  const { data } = useQuery(latestBulkOptions)
  if (!data || data.total === 0) return null
  return (
    <section aria-label="Changes to many devices">
      <Text size="xs" c="dimmed" fw={500} mt="sm">
        Changes to many devices
      </Text>
      {data.items.map((operation) => (
        <Operation key={operation.id} operation={operation} />
      ))}
    </section>
  )
}

function Operation({ operation }: { operation: BulkOperation }) {
  const { total, done, failed, createdAt, finishedAt, requestedBy, undoneBy } = operation
  const tags = useQuery(tagsOptions).data?.items ?? []
  const words = operationInWords(operation, tags)
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" mt={8}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" className="wrap number">
          {words}
          {failed > 0 && `, ${count(failed)} failed`}
        </Text>
        {finishedAt === null && (
          <Progress value={(100 * (done + failed)) / Math.max(1, total)} size="sm" my={4} aria-label={words} animated />
        )}
        <Text size="xs" c="dimmed" className="wrap">
          {undoneBy !== null && 'Undone. '}
          {requestedBy}, <Time value={finishedAt ?? createdAt} />
        </Text>
      </div>
      {finishedAt === null ? <Cancel operation={operation} /> : <Undo operation={operation} />}
    </Group>
  )
}

function Cancel({ operation: { id, action } }: { operation: BulkOperation }) {
  const refresh = useRefresh('bulk-operations')
  const mayCancel = useMay(action.kind === 'audit' ? 'StartAuditsOrScans' : 'EditInventory')
  const cancelling = useAction('The operation was not cancelled', () => cancelBulk(id).then(refresh))
  if (!mayCancel) return null
  return <ActionButton label="Cancel" action={cancelling} />
}

function Undo({ operation: { id, undoable, undoes, undoneBy } }: { operation: BulkOperation }) {
  const queryClient = useQueryClient()
  const mayEdit = useMay('EditInventory')
  const undoing = useAction('Undo failed', async () => {
    await undoAndReport(queryClient, id)
    notifyDone('Undone.')
  })
  if (!mayEdit || undoable === 0 || undoes !== null || undoneBy !== null) return null
  return <ActionButton label="Undo" action={undoing} />
}
