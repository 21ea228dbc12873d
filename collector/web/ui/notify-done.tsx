import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { notifyFailure } from './use-action.ts'

const undoMs = 10_000

/** Says that something was done, and for ten seconds takes it back at the press of a button. */
export function notifyDone(message: string, undo?: () => Promise<unknown>): void {
  if (!undo) {
    notifications.show({ message })
    return
  }
  const takeBack = () => {
    notifications.hide(id)
    undo().then(
      () => notifications.show({ message: 'It is as it was before.' }),
      (error: unknown) => notifyFailure('It was not undone', error),
    )
  }
  const id = notifications.show({
    autoClose: undoMs,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" className="told">
          {message}
        </Text>
        <Button variant="default" onClick={takeBack}>
          Undo
        </Button>
      </Group>
    ),
  })
}
