import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { segments } from '../../../api/segments.ts'
import { isActive, taskListOptions } from '../../../api/tasks.ts'

/** The segment of the address. */
export function useSegment() {
  const { segmentId } = useParams({ from: '/frame/segments/$segmentId' })
  return { segmentId, query: useQuery(segments.oneOptions(segmentId)) }
}

/** Its scan that goes on, or else the last one; undefined while that is not known. */
export function useNewestScan(segmentId: string) {
  const query = useQuery(taskListOptions({ segmentId, kind: 'scan', limit: 1 }))
  const task = query.data?.items[0]
  return { query, task, goesOn: task !== undefined && isActive(task) }
}
