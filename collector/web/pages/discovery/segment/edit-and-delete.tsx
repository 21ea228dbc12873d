import { Button } from '@mantine/core'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { segments } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { SegmentForm } from '../segment-form/segment-form.tsx'

/** Buttons that edit and delete a segment, for those who may. */
export function EditAndDelete({ segment: { id, name } }: { segment: Segment }) {
  const mayEdit = useMay('Administrator')
  const [isEdited, setIsEdited] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  if (!mayEdit) return null
  const remove = async () => {
    await segments.remove(id)
    await navigate({ to: '/segments' })
    await queryClient.invalidateQueries({ queryKey: ['segments'] })
  }
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setIsEdited(true)}>
        Edit
      </Button>
      <RemoveButton name={name} run={remove}>
        Its addresses are scanned no more, and what runs on it is cancelled. The devices that were found there stay in
        the inventory with their snapshots and history, and so do its credentials, its schedules and its Auto tag.
      </RemoveButton>
      {isEdited && (
        <Edited options={segments.oneOptions(id)} what="The segment" onClose={() => setIsEdited(false)}>
          {(edited) => <SegmentForm edited={edited} onClose={() => setIsEdited(false)} />}
        </Edited>
      )}
    </>
  )
}
