import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useQuery } from '@tanstack/react-query'
import { segmentsOptions } from '../../api/catalogs.ts'
import { titleOf } from './words.ts'

/** Returns a function that titles tasks, with segment names. */
export function useTaskTitles(): (task: TaskRecord) => string {
  const { data } = useQuery(segmentsOptions)
  const names = new Map(data?.items.map(({ id, name }) => [id, name]))
  return (task) => titleOf(task, names.get(task.segmentId ?? ''))
}
