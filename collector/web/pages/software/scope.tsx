import { NativeSelect } from '@mantine/core'
import type { SoftwareProduct } from '@rollcall/shared/api/software.ts'
import { useQuery } from '@tanstack/react-query'
import { tagsOptions } from '../../api/catalogs.ts'
import { classifySoftware } from '../../api/software.ts'
import { useMay } from '../../api/use-may.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useAction } from '../../ui/use-action.ts'

const everyComputer = 'All computers'

/** Chooses the computers that a rule applies to: all, or those with a tag. */
export function Scope({ product: { id, name, inScopeTagId } }: { product: SoftwareProduct }) {
  const mayClassify = useMay('Administrator')
  const tags = useQuery(tagsOptions).data?.items ?? []
  const refresh = useRefresh('software', 'compliance')
  const choose = useAction('The scope was not changed', (tagId: string | null) =>
    classifySoftware(id, { inScopeTagId: tagId }).then(refresh),
  )
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
