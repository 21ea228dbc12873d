import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { notifyFailure } from './use-action.ts'

const undoMs = 10_000

const plainWords = { button: 'Undo', done: 'Undone.' }

/**
 * Reports a completed action and offers undo for ten seconds. `words` replaces the texts if undo does not restore
 * everything.
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
      (error: unknown) => notifyFailure('Undo failed', error),
    )
  }
  const id = notifications.show({
    autoClose: undoMs,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" className="wrap">
          {message}
        </Text>
        <Button variant="default" onClick={takeBack}>
          {words.button}
        </Button>
      </Group>
    ),
  })
}
