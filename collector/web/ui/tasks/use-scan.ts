import { useNavigate } from '@tanstack/react-router'
import { scanSegment } from '../../api/segments.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useAction } from '../use-action.ts'

/** Starts a scan of a segment and opens its page. */
export function useScan() {
  const refresh = useRefresh('tasks')
  const navigate = useNavigate()
  return useAction('The scan was not started', async (segmentId: string) => {
    await scanSegment(segmentId)
    await refresh()
    await navigate({ to: '/segments/$segmentId', params: { segmentId } })
  })
}
