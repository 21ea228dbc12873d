import type { Finding, FindingState as State } from '@rollcall/shared/api/finding.ts'
import { Time } from '../../ui/time.tsx'

export const stateNames: Record<State, string> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
}

type Shown = Pick<Finding, 'state' | 'snoozedUntil' | 'changedBy' | 'resolvedAt' | 'flapping'>

/** State of a finding, with the person or the time that belongs to it. */
export function FindingState({ state, snoozedUntil, changedBy, resolvedAt, flapping }: Shown) {
  return (
    <>
      {stateNames[state]}
      {state === 'open' && flapping && ', comes and goes'}
      {state === 'acknowledged' && changedBy && ` by ${changedBy}`}
      {state === 'snoozed' && (
        <>
          {' '}
          until <Time value={snoozedUntil} exact />
        </>
      )}
      {state === 'resolved' && (
        <>
          {' '}
          <Time value={resolvedAt} />
        </>
      )}
    </>
  )
}
