import { IconPlugConnectedX } from '@tabler/icons-react'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/problem.ts'
import { unreachableRetryMs } from '../../api/unreachable.ts'
import { counted } from '../amounts.ts'
import classes from './offline-bar.module.css'

/** Returns the error of a query if the collector is unreachable, updating or in maintenance. */
function downOf({ state }: Query): ApiError | undefined {
  const error = state.fetchFailureReason ?? state.error
  return error instanceof ApiError && (error.status === 0 || error.status >= 502) ? error : undefined
}

/** Banner while the collector does not answer. Shown data stays, and failed queries are retried. */
export function OfflineBar() {
  const queryClient = useQueryClient()
  const cache = queryClient.getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const down = useSyncExternalStore(
    subscribe,
    () => cache.findAll({ type: 'active', predicate: (query) => downOf(query) !== undefined }).length > 0,
  )
  useEffect(() => {
    if (!down) return
    const again = () =>
      void queryClient.refetchQueries({ type: 'active', predicate: (query) => downOf(query) !== undefined })
    const timer = setInterval(again, unreachableRetryMs)
    return () => clearInterval(timer)
  }, [down, queryClient])
  if (!down) return null
  const reason = cache
    .findAll({ type: 'active' })
    .map(downOf)
    .find((error) => error !== undefined)
  return (
    <div className={classes['bar']} role="status">
      <IconPlugConnectedX size={16} aria-hidden />
      <span>
        {reason?.status === 503 ? reason.title : 'No connection to the collector'}. Shown data may be outdated, and
        changes cannot be saved. Retrying every {counted(unreachableRetryMs / 1000, 'second')}.
      </span>
    </div>
  )
}
