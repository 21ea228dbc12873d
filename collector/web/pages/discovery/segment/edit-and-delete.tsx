import type { Segment } from '@rollcall/shared/api/segment.ts'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { segments } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { SegmentForm } from '../segment-form/segment-form.tsx'

/** Buttons to edit and delete a segment, for Administrators. */
export function EditAndDelete({ segment: { id, name } }: { segment: Segment }) {
  const mayEdit = useMay('Administrator')
  const [isEdited, setIsEdited] = useState(false)
  const navigate = useNavigate()
  if (!mayEdit) return null
  return (
    <>
      <ActionButton label="Edit" icon={IconPencil} onClick={() => setIsEdited(true)} />
      <RemoveItem of={segments} item={{ id, name }} onRemoved={() => navigate({ to: '/segments' })}>
        Its addresses are no longer scanned, and its running tasks are cancelled. Its devices, credentials, schedules
        and Auto tag stay.
      </RemoveItem>
      {isEdited && (
        <Edited options={segments.oneOptions(id)} label="The segment" onClose={() => setIsEdited(false)}>
          {(edited) => <SegmentForm edited={edited} onClose={() => setIsEdited(false)} />}
        </Edited>
      )}
    </>
  )
}
