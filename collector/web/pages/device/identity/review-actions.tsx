import { Button, Group, Text } from '@mantine/core'
import type { Review } from '@rollcall/shared/api/review.ts'
import { IconArrowMerge, IconCheck, IconSeparatorVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { closeReview } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { useIdentityAction } from './use-identity-action.ts'
import { useKeepApart } from './use-keep-apart.ts'

/** What settles it: of several devices that they are one or not, of a single one that it is what it was taken for. */
export function ReviewActions({ review }: { review: Review }) {
  const mayEdit = useMay('EditInventory')
  if (!mayEdit) return null
  return review.kind === 'device' ? <Reviewed review={review} /> : <OneOrSeveral review={review} />
}

function Reviewed({ review: { devices } }: { review: Review }) {
  const [device] = devices
  const settle = useIdentityAction('It is still to be settled', async (id: string, refresh) => {
    await closeReview(id)
    notifyDone(`${device?.name} is what it was taken for. It is listed again only for something new.`)
    await refresh()
  })
  if (!device) return null
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden />}
        loading={settle.isPending}
        onClick={() => settle.mutate(device.id)}
      >
        Reviewed: it is right
      </Button>
      <Text size="xs" c="dimmed">
        If it is not, split off what is of another device, on its Identity tab.
      </Text>
    </Group>
  )
}

function OneOrSeveral({ review: { devices } }: { review: Review }) {
  const [isMerging, setIsMerging] = useState(false)
  const apart = useKeepApart()
  const [first, second, ...others] = devices
  if (!first || !second) return null
  return (
    <Group gap="xs">
      {others.length === 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowMerge size={15} aria-hidden />}
          onClick={() => setIsMerging(true)}
        >
          They are one: merge
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconSeparatorVertical size={15} aria-hidden />}
        loading={apart.isPending}
        onClick={() => apart.mutate(devices)}
      >
        {others.length === 0 ? 'They are two: keep apart' : `They are ${devices.length}: keep all apart`}
      </Button>
      <Text size="xs" c="dimmed">
        Kept apart, no scan makes them one and they are not suggested again. It can be revoked.
      </Text>
      {isMerging && <MergeDialog devices={[first, second]} onClose={() => setIsMerging(false)} />}
    </Group>
  )
}
