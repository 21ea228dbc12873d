import { ActionIcon, Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = {
  /** What goes, by its name. */
  name: string
  /** What goes and what stays. */
  children: ReactNode
  /** The verb, where it is not Delete. */
  action?: string
  run: () => Promise<unknown>
  /** In a table's row, where a word for each would be one too many. */
  asIcon?: boolean
}

/** Takes something away, after asking. */
export function RemoveButton({ name, children, action = 'Delete', run, asIcon = false }: Props) {
  const [asked, setAsked] = useState(false)
  const remove = useAction(`${name} is still there`, run)
  const button = { onClick: () => setAsked(true), loading: remove.isPending }
  return (
    <>
      {asIcon ? (
        <ActionIcon aria-label={`${action} ${name}`} {...button}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} {...button}>
          {action}
        </Button>
      )}
      <Confirm
        opened={asked}
        title={`${action} ${name}?`}
        action={action}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        <Text size="sm">{children}</Text>
      </Confirm>
    </>
  )
}
