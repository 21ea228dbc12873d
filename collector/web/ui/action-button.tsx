import { Button, type ButtonProps } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

type Props = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    label: string | undefined
    icon?: Icon
    /** The action that a click runs. The button shows that it is running. */
    action?: { isPending: boolean; mutate: () => void }
  }

/** A button with an icon before its label, or one that runs an action. */
export function ActionButton({ label, icon: Shape, action, ...button }: Props) {
  return (
    <Button
      variant="default"
      {...(Shape && { leftSection: <Shape size={15} aria-hidden /> })}
      {...(action && { loading: action.isPending, onClick: () => action.mutate() })}
      {...button}
    >
      {label}
    </Button>
  )
}

/** The main button of a page, which adds something to it. */
export const AddButton = (button: Omit<Props, 'icon' | 'action'>) => (
  <ActionButton variant="filled" icon={IconPlus} {...button} />
)
