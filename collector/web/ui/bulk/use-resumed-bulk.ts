import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readOpenBulk } from '../../api/bulk.ts'
import { meOptions } from '../../api/me.ts'
import { oncePossible } from '../../routes/lazy-page.ts'

/** After a reload of the page, shows the progress of the user's operations that have not ended. */
export function useResumedBulk(): void {
  const queryClient = useQueryClient()
  const { username } = useSuspenseQuery(meOptions).data
  const isResumed = useRef(false)
  useEffect(() => {
    // Operations that this page starts later are followed by the page.
    if (isResumed.current) return
    isResumed.current = true
    const resume = async () => {
      const { items } = await readOpenBulk()
      const own = items.filter(({ requestedBy }) => requestedBy === username)
      if (own.length === 0) return
      const { reportBulk } = await oncePossible(() => import('./report-bulk.tsx'))
      await Promise.all(own.map((operation) => reportBulk(queryClient, operation)))
    }
    // After a failure, the menu of running tasks still has the operations.
    resume().catch(() => undefined)
  }, [queryClient, username])
}
