import { Alert, Text } from '@mantine/core'
import type { SnapshotStorageState } from '@rollcall/shared/api/snapshot-storage.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { storageStateOptions } from '../../../api/snapshot-storage.ts'
import { count } from '../../../ui/amounts.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { problemsInWords } from './problems.ts'

export function CopiesState() {
  return (
    <Loaded query={useQuery(storageStateOptions)} label="The copies">
      {(state) => (
        <>
          {state.failingSince && <Failing state={state} />}
          <Facts
            facts={{
              Copied: <span className="number">{count(state.sent)}</span>,
              Waiting: <Waiting state={state} />,
              'Last copy': state.lastSuccess ? <Time value={state.lastSuccess} /> : 'None yet',
            }}
          />
        </>
      )}
    </Loaded>
  )
}

function Waiting({ state: { waiting, oldestWaiting, enabled } }: { state: SnapshotStorageState }) {
  if (waiting === 0) return 'None'
  return (
    <span className="number">
      {count(waiting)}, the oldest since <Time value={oldestWaiting} />
      {!enabled && '; kept while Snapshot storage is off'}
    </span>
  )
}

function Failing({ state: { failingSince, failedAttempts, nextAttempt, lastError } }: { state: SnapshotStorageState }) {
  return (
    <Alert role="alert" color="red" mb="sm" icon={<IconAlertTriangle aria-hidden />} title="Copying fails">
      <Text size="sm" className="wrap">
        {lastError && `${problemsInWords[lastError.code]} ${lastError.detail}`}
      </Text>
      <Dimmed mt={4}>
        Since <Time value={failingSince} />, {failedAttempts} {failedAttempts === 1 ? 'attempt' : 'attempts'}. All
        copies are retried. Next attempt: {nextAttempt ? <Time value={nextAttempt} exact /> : 'now'}.
      </Dimmed>
    </Alert>
  )
}
