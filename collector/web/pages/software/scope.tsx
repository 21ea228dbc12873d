import { NativeSelect } from '@mantine/core'
import type { SoftwareProduct } from '@rollcall/shared/api/software.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { tagsOptions } from '../../api/catalogs.ts'
import { classifySoftware } from '../../api/software.ts'
import { useMay } from '../../api/use-may.ts'
import { useAction } from '../../ui/use-action.ts'

const everyComputer = 'All computers'

/** Chooses the computers that a rule applies to: all, or those with a tag. */
export function Scope({ product: { id, name, inScopeTagId } }: { product: SoftwareProduct }) {
  const mayClassify = useMay('Administrator')
  const tags = useQuery(tagsOptions).data?.items ?? []
  const queryClient = useQueryClient()
  const choose = useAction('The scope was not changed', async (tagId: string | null) => {
    await classifySoftware(id, { inScopeTagId: tagId })
    for (const key of ['software', 'compliance']) await queryClient.invalidateQueries({ queryKey: [key] })
  })
  const chosen = tags.find((tag) => tag.id === inScopeTagId)
  const labelled = (tagName: string) => `Computers tagged ${tagName}`
  const label = inScopeTagId === null ? everyComputer : chosen ? labelled(chosen.name) : 'None (tag deleted)'
  if (!mayClassify) return label
  return (
    <NativeSelect
      size="xs"
      maw={280}
      aria-label={`Scope of ${name}`}
      value={inScopeTagId ?? ''}
      disabled={choose.isPending}
      data={[
        { value: '', label: everyComputer },
        ...(inScopeTagId !== null && !chosen ? [{ value: inScopeTagId, label }] : []),
        ...tags.map((tag) => ({ value: tag.id, label: labelled(tag.name) })),
      ]}
      onChange={(event) => choose.mutate(event.currentTarget.value || null)}
    />
  )
}
