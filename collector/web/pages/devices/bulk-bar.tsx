import { Suspense, useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import { lazyPart } from '../../routes/lazy-page.ts'
import type { BulkActionsProps } from './bulk-actions.tsx'

const BulkActions = lazyPart(
  () => import('./bulk-actions.tsx'),
  ({ BulkActions }) => BulkActions,
)

/** The bar of actions, loaded with the first selection, so that the list itself does not wait for it. */
export function DeviceBulkBar(props: Omit<BulkActionsProps, 'mayEdit' | 'mayAudit'>) {
  // Asked here, because the page names missing rights before anything is selected.
  const [mayEdit, mayAudit] = [useMay('EditInventory'), useMay('StartAuditsOrScans')]
  // It stays: it shows the progress of what it started.
  const [isLoaded, setIsLoaded] = useState(false)
  if (props.selection.ids.size > 0 && !isLoaded) setIsLoaded(true)
  return isLoaded && (mayEdit || mayAudit) ? (
    <Suspense>
      <BulkActions {...props} mayEdit={mayEdit} mayAudit={mayAudit} />
    </Suspense>
  ) : null
}
