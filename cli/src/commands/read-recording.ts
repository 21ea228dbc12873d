import { mergeObservation } from '@rollcall/audit-service/audit/merge.ts'
import { readFacts } from '@rollcall/audit-service/probes/snmp/facts.ts'
import { observe } from '@rollcall/audit-service/probes/snmp/observe.ts'
import { openRecording } from '@rollcall/audit-service/probes/snmp/recording.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'

/** The very code a live host runs through; only the reader differs. */
export async function readRecording(file: string): Promise<ObservationInput> {
  const reader = await openRecording(file)
  const observation = observe(await readFacts(reader))
  const made = { id: newId(), observedAt: new Date().toISOString() }
  const snmp = { outcome: 'ok' as const, detail: `recording ${file}`, tried: [], port: 161, observation }
  return mergeObservation({ live: undefined, snmp, probes: [{ probe: 'snmp', outcome: 'ok' }], truncated: [] }, made)
}
