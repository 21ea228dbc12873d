import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Removable, useRemove } from '../api/use-remove.ts'
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

type ItemProps = Omit<Props, 'name' | 'run'> & {
  /** The kind of the item, and others whose data has it. */
  of: Removable
  also?: readonly string[]
  item: { id: string; name: string }
  onRemoved?: () => unknown
}

/** Removes an item of a kind after confirmation. */
export function RemoveItem({ of, also = [], item: { id, name }, onRemoved, ...button }: ItemProps) {
  const remove = useRemove(of, ...also)
  return <RemoveButton name={name} run={() => remove(id).then(onRemoved)} {...button} />
}
