import { Text } from '@mantine/core'
import type { BulkAction } from '@rollcall/shared/api/bulk-operation.ts'
import { useQuery } from '@tanstack/react-query'
import { bulkCountOptions, type Chosen } from '../../api/bulk.ts'
import { counted } from '../../ui/amounts.ts'
import { PreviewDialog } from '../../ui/preview-dialog.tsx'

/** An action that may need a confirmation: always with a `warning`, which says what cannot be undone. */
export type PendingBulk = { action: BulkAction; verb: string; warning?: string }

type Props = { pending: PendingBulk; chosen: Chosen; onClose: () => void; onConfirm: () => void }

/** Asks before an action, with the number of devices that it concerns now. */
export function BulkConfirm({ pending, chosen, onClose, onConfirm }: Props) {
  const { action, verb, warning } = pending
  const preview = useQuery(bulkCountOptions(action, chosen))
  const devices = preview.data ? counted(preview.data.total, 'device') : 'these devices'
  return (
    <PreviewDialog
      title={`${verb} ${devices}?`}
      action={verb}
      preview={preview}
      label="The number of devices"
      isPending={false}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      {({ total }) => (
        <Text size="sm">
          {'matching' in chosen && `${counted(total, 'device')} match now. Devices that match later stay as they are. `}
          {warning ?? 'You can undo it afterwards.'}
        </Text>
      )}
    </PreviewDialog>
  )
}
