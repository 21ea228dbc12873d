import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AskButton } from './ask-button.tsx'

type Props = {
  /** What goes, by its name. */
  name: string
  /** What goes and what stays. */
  children: ReactNode
  /** The verb, where it is not Delete. */
  action?: string
  run: () => Promise<unknown>
  asIcon?: boolean
}

/** Takes something away, after asking. */
export function RemoveButton({ name, action = 'Delete', ...rest }: Props) {
  return (
    <AskButton
      action={action}
      icon={IconTrash}
      title={`${action} ${name}`}
      failed={`${name} is still there`}
      {...rest}
    />
  )
}
