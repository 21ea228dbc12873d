import type { Tag } from '@rollcall/shared/api/tag.ts'
import { useQueryClient } from '@tanstack/react-query'
import { tags } from '../../../api/catalogs.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { counted } from '../../../ui/amounts.ts'

export function RemoveTag({ tag: { id, name, deviceCount } }: { tag: Tag }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await tags.remove(id)
    for (const queryKey of [['tags'], ['devices'], ['segments']]) await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <RemoveButton name={name} run={remove} asIcon>
      It is removed from {counted(deviceCount, 'device')} and from segments that use it as Auto tag. The devices stay.
    </RemoveButton>
  )
}
