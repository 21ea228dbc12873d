import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ConfirmButton } from './confirm-button.tsx'

type Props = {
  /** Name of the item to remove. */
  name: string
  /** Text of the dialog: what is removed and what stays. */
  children: ReactNode
  /** The label, if it is not Delete. */
  action?: string
  run: () => Promise<unknown>
  asIcon?: boolean
}

/** Removes an item after confirmation. */
export function RemoveButton({ name, action = 'Delete', ...rest }: Props) {
  return (
    <ConfirmButton
      action={action}
      icon={IconTrash}
      title={`${action} ${name}`}
      failed={`${name} was not removed`}
      {...rest}
    />
  )
}
