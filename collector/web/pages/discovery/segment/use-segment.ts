import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { segments } from '../../../api/segments.ts'
import { isActive, taskListOptions } from '../../../api/tasks.ts'

/** Loads the segment of the address. */
export function useSegment() {
  const { segmentId } = useParams({ from: '/frame/segments/$segmentId' })
  return { segmentId, query: useQuery(segments.oneOptions(segmentId)) }
}

/** Loads the segment's running scan, or else its last one; undefined while loading. */
export function useNewestScan(segmentId: string) {
  const query = useQuery(taskListOptions({ segmentId, kind: 'scan', limit: 1 }))
  const task = query.data?.items[0]
  return { query, task, goesOn: task !== undefined && isActive(task) }
}
