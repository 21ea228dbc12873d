import type { Tag } from '@rollcall/shared/api/tag.ts'
import { tags } from '../../../api/catalogs.ts'
import { useRemove } from '../../../api/use-remove.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { counted } from '../../../ui/amounts.ts'

export function RemoveTag({ tag: { id, name, deviceCount } }: { tag: Tag }) {
  const remove = useRemove(tags, 'devices', 'segments')
  return (
    <RemoveButton name={name} run={() => remove(id)} asIcon>
      It is removed from {counted(deviceCount, 'device')} and from segments that use it as Auto tag. The devices stay.
    </RemoveButton>
  )
}
