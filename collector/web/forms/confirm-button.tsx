import { ActionIcon, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = {
  /** The label of the dialog's confirmation, and of the button unless it has one of its own. */
  action: string
  label?: string
  /** Label of the dialog's other button, if Cancel would be ambiguous. */
  back?: string
  icon: Icon
  /** Title of the dialog, and accessible name of an icon button. */
  title: string
  /** Text of the dialog: what is removed and what stays. */
  children: ReactNode
  /** Title of the notification if the action fails. */
  failed: string
  run: () => Promise<unknown>
  /** Shows an icon without text, for a table row. */
  asIcon?: boolean
}

/** Asks for confirmation, then runs an action that cannot easily be undone. */
export function ConfirmButton(props: Props) {
  const { action, label, back, icon: Shape, title, children, failed, run, asIcon = false } = props
  const [isConfirming, setIsConfirming] = useState(false)
  const doing = useAction(failed, run)
  const button = { onClick: () => setIsConfirming(true), loading: doing.isPending }
  return (
    <>
      {asIcon ? (
        <ActionIcon aria-label={title} {...button}>
          <Shape size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <ActionButton
          label={label ?? action}
          icon={Shape}
          {...(label !== undefined && { 'aria-label': title })}
          {...button}
        />
      )}
      <Confirm
        opened={isConfirming}
        title={`${title}?`}
        action={action}
        {...(back !== undefined && { back })}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => doing.mutate()}
      >
        <Text size="sm">{children}</Text>
      </Confirm>
    </>
  )
}
