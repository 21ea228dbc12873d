import { lazy, Suspense, useState } from 'react'
import { oncePossible } from '../../routes/lazy-page.ts'
import type { BulkActionsProps } from './bulk-actions.tsx'

const BulkActions = lazy(async () => ({
  default: (await oncePossible(() => import('./bulk-actions.tsx'))).BulkActions,
}))

/** The bar of actions, loaded with the first selection, so that the list itself does not wait for it. */
export function DeviceBulkBar(props: BulkActionsProps) {
  // It stays: it shows the progress of what it started.
  const [isLoaded, setIsLoaded] = useState(false)
  if (props.selection.ids.size > 0 && !isLoaded) setIsLoaded(true)
  return isLoaded ? (
    <Suspense>
      <BulkActions {...props} />
    </Suspense>
  ) : null
}
