import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../ui/amounts.ts'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { count: number; isPending: boolean; onClose: () => void; onConfirm: (note: string) => void }

/** Acknowledges findings with a note for others. */
export function AcknowledgeDialog({ count, isPending, onClose, onConfirm }: Props) {
  const [note, setNote] = useState('')
  return (
    <Dialog
      title={`Acknowledge ${counted(count, 'finding')}`}
      onClose={onClose}
      action={
        <Button loading={isPending} onClick={() => onConfirm(note.trim())}>
          Acknowledge
        </Button>
      }
    >
      <Textarea
        label="Note"
        description="Optional, such as who takes care of it. The findings no longer count as open until they resolve."
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  )
}
