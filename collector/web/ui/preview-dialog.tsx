import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Loaded } from './states/loaded.tsx'

type Props<T> = {
  title: string
  /** Label of the confirming button. */
  action: string
  /** The preview, and its name in error messages. */
  preview: UseQueryResult<T>
  label: string
  /** Options above the preview. */
  head?: ReactNode
  children: (preview: T) => ReactNode
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Shows a preview of an action before it runs. Without a preview the action is disabled. */
export function PreviewDialog<T>(props: Props<T>) {
  const { title, action, preview, label, head, children, isPending, onConfirm, onClose } = props
  return (
    <Dialog
      title={title}
      size="xl"
      onClose={onClose}
      action={
        <Button disabled={!preview.isSuccess} loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      }
    >
      {head}
      <Loaded query={preview} label={label} lines={8}>
        {children}
      </Loaded>
    </Dialog>
  )
}
