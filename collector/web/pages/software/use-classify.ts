import type { SoftwareGroup, SoftwareProduct } from '@rollcall/shared/api/software.ts'
import { useQueryClient } from '@tanstack/react-query'
import { classifySoftware, softwareOptions } from '../../api/software.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'

type Subject = { id: string; name: string; version?: string | undefined }

/** Sets the group of a product, or of all versions of a name. Undo restores each version's group. */
export function useClassify({ id, name, version }: Subject) {
  const queryClient = useQueryClient()
  const refresh = useRefresh('software', 'compliance')
  return useAction(`The group of ${name} was not changed`, async (softwareGroup: SoftwareGroup) => {
    const before = await queryClient.fetchQuery({ ...softwareOptions(id), staleTime: 0 })
    await classifySoftware(id, { softwareGroup })
    const target = version === undefined ? `All versions of ${name}` : `${name} ${version}`
    notifyDone(`${target}: ${softwareGroup}`, async () => {
      for (const each of groupsOf(before)) await classifySoftware(each.id, { softwareGroup: each.softwareGroup })
      await refresh()
    })
    await refresh()
  })
}

type Grouped = { id: string; softwareGroup: SoftwareGroup }

/**
 * Returns the current groups: the record first, as a name group sets all its versions, then the versions that differ.
 */
function groupsOf({ id, softwareGroup, ownGroup, versions }: SoftwareProduct): Grouped[] {
  if (ownGroup === undefined) return [{ id, softwareGroup }]
  return [{ id, softwareGroup: ownGroup }, ...versions.filter((version) => version.softwareGroup !== ownGroup)]
}
