import { Group, Text } from '@mantine/core'
import type { Review } from '@rollcall/shared/api/review.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { IconArrowMerge, IconCheck, IconSeparatorVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { closeReview } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { useForbidMerge } from './use-forbid-merge.ts'
import { useIdentityAction } from './use-identity-action.ts'

/** Actions that close a review: merge or do not merge several devices, or confirm a single match. */
export function ReviewActions({ review }: { review: Review }) {
  const mayEdit = useMay('EditInventory')
  if (!mayEdit) return null
  return review.kind === 'device' ? <Reviewed review={review} /> : <OneOrSeveral review={review} />
}

function Reviewed({ review: { devices } }: { review: Review }) {
  const [device, ...others] = devices
  const subject = others.length === 0 ? device?.name : counted(devices.length, 'device')
  const close = useIdentityAction('The review was not closed', async (_: undefined, refresh) => {
    for (const { id } of devices) await closeReview(id)
    notifyDone(`Confirmed the match of ${subject}. New evidence can reopen the review.`)
    await refresh()
  })
  return (
    <Group gap="xs">
      <ActionButton
        label={others.length === 0 ? 'Confirm match' : `Confirm ${counted(devices.length, 'match', 'matches')}`}
        icon={IconCheck}
        action={close}
      />
      <Text size="xs" c="dimmed">
        If the match is wrong, split off the other device on the Identity tab.
      </Text>
    </Group>
  )
}

function OneOrSeveral({ review: { devices } }: { review: Review }) {
  const [isMerging, setIsMerging] = useState(false)
  const forbid = useForbidMerge()
  const [first, second, ...others] = devices
  if (!first || !second) return null
  return (
    <Group gap="xs">
      {others.length === 0 && <ActionButton label="Merge" icon={IconArrowMerge} onClick={() => setIsMerging(true)} />}
      <ActionButton
        label={others.length === 0 ? 'Do not merge' : 'Do not merge any'}
        icon={IconSeparatorVertical}
        loading={forbid.isPending}
        onClick={() => forbid.mutate(devices)}
      />
      <Text size="xs" c="dimmed">
        “Do not merge” stops scans from merging them and closes this review. You can revoke it.
      </Text>
      {isMerging && <MergeDialog devices={[first, second]} onClose={() => setIsMerging(false)} />}
    </Group>
  )
}
