import type { Tag } from '@rollcall/shared/api/tag.ts'
import { useQueryClient } from '@tanstack/react-query'
import { tags } from '../../../api/catalogs.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import { count } from '../../../ui/amounts.ts'

export function RemoveTag({ tag: { id, name, deviceCount } }: { tag: Tag }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await tags.remove(id)
    for (const queryKey of [['tags'], ['devices'], ['segments']]) await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <RemoveButton name={name} run={remove} asIcon>
      It is taken off {deviceCount === 1 ? 'the 1 device' : `all ${count(deviceCount)} devices`} that have it, and
      segments whose Auto tag it is have none then. The devices stay.
    </RemoveButton>
  )
}
