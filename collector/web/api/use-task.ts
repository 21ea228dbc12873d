import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isActive, taskHostsOptions, taskOptions, taskStates } from './tasks.ts'

const pollMs = 2_000
const followAgainMs = 5_000

/**
 * Follows a task by its event stream. Polls where the stream does not arrive, such as behind a buffering proxy. When
 * the task ends, refreshes the data that it may have changed.
 */
export function useTask(id: string): UseQueryResult<TaskRecord> {
  const queryClient = useQueryClient()
  const [isFollowed, setIsFollowed] = useState(false)
  const query = useQuery({
    ...taskOptions(id),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) && !isFollowed ? pollMs : false),
  })
  const goesOn = query.data !== undefined && isActive(query.data)
  const isSeen = usePageVisible()
  useEffect(() => {
    if (!goesOn || !isSeen) return
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      try {
        for await (const task of taskStates(id, ended.signal)) {
          setIsFollowed(true)
          queryClient.setQueryData(taskOptions(id).queryKey, task)
        }
      } catch {
        // Polling reports why the stream broke, if it fails too.
      }
      if (ended.signal.aborted) return
      setIsFollowed(false)
      timer = setTimeout(() => void follow(), followAgainMs)
    }
    void follow()
    return () => {
      ended.abort()
      clearTimeout(timer)
      setIsFollowed(false)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isMoved(queryKey) })
    }
  }, [id, goesOn, isSeen, queryClient])
  return query
}

const isMoved = ([name, part]: readonly unknown[]): boolean =>
  name === 'segments' || name === 'devices' || (name === 'tasks' && part !== 'hosts')

/** Returns whether the page is visible. A hidden page holds no stream, as a browser has few connections per server. */
function usePageVisible(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setIsSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isSeen
}

/** Reads the hosts of a task, and more of them whenever its count grows. */
export function useTaskHosts({ id, progress }: TaskRecord) {
  const query = useQuery(taskHostsOptions(id))
  const counted = progress.audited + progress.notAudited + progress.failed
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a higher count means that there are more hosts
  useEffect(() => void refetch(), [counted, refetch])
  return query
}
