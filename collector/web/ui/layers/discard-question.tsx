import { Button, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { DialogParts } from '../dialog.tsx'

/** Asks whether to discard input that is not saved. It has no history entry: Back asks again. */
export function DiscardQuestion() {
  const { unsaved } = useRouter().options.context
  const isAsked = useSyncExternalStore(unsaved.subscribe, unsaved.question) !== undefined
  const keep = () => unsaved.answer(false)
  return (
    <DialogParts
      title="Discard your changes?"
      opened={isAsked}
      onClose={keep}
      zIndex={aboveLayers}
      buttons={
        <>
          <Button variant="default" onClick={keep} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={() => unsaved.answer(true)}>
            Discard changes
          </Button>
        </>
      }
    >
      <Text size="sm">They are not saved yet.</Text>
    </DialogParts>
  )
}

/** Drawers and dialogs are at 200. */
const aboveLayers = 300
