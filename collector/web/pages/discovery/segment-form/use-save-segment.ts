import type { Segment } from '@rollcall/shared/api/segment.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { tags, tagsOptions } from '../../../api/catalogs.ts'
import type { Tagged } from '../../../api/request.ts'
import { segments } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { useScan } from '../../../ui/tasks/use-scan.ts'
import { type SegmentValues, toCreate, toPatch } from './values.ts'

/** Saves a segment that had the tag `autoTag`, and scans it too; `scan` is undefined for those who may not scan. */
export function useSaveSegment(
  edited: Tagged<Segment> | undefined,
  autoTag: string,
  onSaved: ((segment: Segment) => void) | undefined,
) {
  const queryClient = useQueryClient()
  const mayScan = useMay('StartAuditsOrScans')
  const scanning = useScan()
  const save = async (values: SegmentValues) => {
    // An unchanged tag stays, also one whose name is not known here yet.
    const isKept = edited !== undefined && values.autoTag === autoTag
    const autoTagId = isKept ? edited.value.autoTagId : await tagIdOf(queryClient, values.autoTag)
    const saved = edited
      ? await segments.update(edited.value.id, toPatch(values, autoTagId), edited.etag)
      : await segments.create(toCreate(values, autoTagId))
    await queryClient.invalidateQueries({ queryKey: ['segments'] })
    onSaved?.(saved)
    return saved
  }
  const scan = async (values: SegmentValues) => scanning.mutate((await save(values)).id)
  return { save, scan: mayScan ? scan : undefined }
}

/** Returns the id of a tag by name, and creates it if needed; null for no name. */
async function tagIdOf(queryClient: QueryClient, written: string): Promise<string | null> {
  const name = written.trim()
  if (name === '') return null
  const { items } = await queryClient.ensureQueryData(tagsOptions)
  const existing = items.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (existing) return existing.id
  const { id } = await tags.create({ name, colour: null })
  await queryClient.invalidateQueries({ queryKey: [tags.name] })
  return id
}
