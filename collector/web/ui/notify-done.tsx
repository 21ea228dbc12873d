import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { notifyFailure } from './use-action.ts'

const undoMs = 10_000

const plainWords = { button: 'Undo', done: 'It is as it was before.' }

/**
 * Says that something was done, and for ten seconds takes it back at the press of a button. `words` where that does not
 * bring back all that was there.
 */
export function notifyDone(message: string, undo?: () => Promise<unknown>, words = plainWords): void {
  if (!undo) {
    notifications.show({ message })
    return
  }
  const takeBack = () => {
    notifications.hide(id)
    undo().then(
      () => notifications.show({ message: words.done }),
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
          {words.button}
        </Button>
      </Group>
    ),
  })
}
