import { ActionIcon, Button, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = {
  /** The very thing that happens. */
  action: string
  icon: Icon
  /** What is asked before; the button of a row, which has no word, is called so too. */
  title: string
  /** What goes and what stays. */
  children: ReactNode
  /** What is so when it failed. */
  failed: string
  run: () => Promise<unknown>
  /** In a table's row, where a word for each would be one too many. */
  asIcon?: boolean
}

/** Does something that is not easily undone, after asking. */
export function AskButton({ action, icon: Shape, title, children, failed, run, asIcon = false }: Props) {
  const [asked, setAsked] = useState(false)
  const doing = useAction(failed, run)
  const button = { onClick: () => setAsked(true), loading: doing.isPending }
  return (
    <>
      {asIcon ? (
        <ActionIcon aria-label={title} {...button}>
          <Shape size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<Shape size={15} aria-hidden />} {...button}>
          {action}
        </Button>
      )}
      <Confirm
        opened={asked}
        title={`${title}?`}
        action={action}
        onClose={() => setAsked(false)}
        onConfirm={() => doing.mutate()}
      >
        <Text size="sm">{children}</Text>
      </Confirm>
    </>
  )
}
