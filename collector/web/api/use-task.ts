import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isActive, taskHostsOptions, taskOptions, taskStates } from './tasks.ts'

const pollMs = 2_000
const tryAgainMs = 5_000

/**
 * A task as it goes on: by its events, and where they do not come, as through a proxy that holds them back, by asking
 * again and again. When it ends, what it may have changed is read anew.
 */
export function useTask(id: string): UseQueryResult<TaskRecord> {
  const queryClient = useQueryClient()
  const [isFollowed, setIsFollowed] = useState(false)
  const query = useQuery({
    ...taskOptions(id),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) && !isFollowed ? pollMs : false),
  })
  const goesOn = query.data !== undefined && isActive(query.data)
  const isSeen = useIsSeen()
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
        // Why it is cut is told where asking fails too.
      }
      if (ended.signal.aborted) return
      setIsFollowed(false)
      timer = setTimeout(() => void follow(), tryAgainMs)
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

/** A page that nobody looks at holds no connection: a browser has few for one server. */
function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setIsSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}

/** The hosts that answered a task, read on whenever it has counted more of them. */
export function useTaskHosts({ id, progress }: TaskRecord) {
  const query = useQuery(taskHostsOptions(id))
  const counted = progress.new + progress.known + progress.ignored
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is what tells that there is more
  useEffect(() => void refetch(), [counted, refetch])
  return query
}
