import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { scanSegment } from '../../api/segments.ts'
import { useAction } from '../use-action.ts'

/** Starts a scan of a segment and opens its page. */
export function useScan() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useAction('The scan was not started', async (segmentId: string) => {
    await scanSegment(segmentId)
    await queryClient.invalidateQueries({ queryKey: ['tasks'] })
    await navigate({ to: '/segments/$segmentId', params: { segmentId } })
  })
}
