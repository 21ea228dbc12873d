import { IconPlugConnectedX } from '@tabler/icons-react'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { alertsOptions } from '../../api/alerts.ts'
import { ApiError } from '../../api/problem.ts'
import classes from './offline-bar.module.css'

const tryAgainMs = 3_000

/** While the collector does not answer: what is shown stays, and it is asked again until it does. */
export function OfflineBar() {
  const { error } = useQuery({
    ...alertsOptions,
    refetchInterval: ({ state }) => (state.error ? tryAgainMs : 60_000),
  })
  const isTrying = useIsFetching() > 0
  if (!(error instanceof ApiError) || !(error.status === 0 || error.status >= 502)) return null
  return (
    <div className={classes['bar']} role="status">
      <IconPlugConnectedX size={16} aria-hidden />
      <span>
        {error.status === 503 ? error.title : 'No connection to the collector'}. What you see may be old, and changes
        are not taken.
      </span>
      <span className={classes['trying']}>{isTrying ? 'Trying …' : 'Trying again in a moment'}</span>
    </div>
  )
}
