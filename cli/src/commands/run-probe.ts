import { mergeObservation } from '@rollcall/audit-service/audit/merge.ts'
import { observe } from '@rollcall/audit-service/probes/snmp/observe.ts'
import { readDevice } from '@rollcall/audit-service/probes/snmp/read-device.ts'
import { openRecording } from '@rollcall/audit-service/probes/snmp/recording.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { describeObservation } from '../describe.ts'
import { print } from '../output.ts'
import type { ProbeCommandOptions } from './probe-host.ts'

export async function runProbe(host: string | undefined, options: ProbeCommandOptions): Promise<void> {
  const seen =
    options.recording === undefined ? await readHost(host ?? '', options) : await readRecording(options.recording)
  const observation = observationSchema.parse(seen)
  print(options.json, observation, () => describeObservation(observation))
}

/** Probes a live host. Loaded on demand: reading a recording needs no network code. */
async function readHost(host: string, options: ProbeCommandOptions): Promise<ObservationInput> {
  const { probeHost } = await import('./probe-host.ts')
  return probeHost(host, options)
}

/** Reads a recording with the code for a live host; only the reader differs. */
async function readRecording(file: string): Promise<ObservationInput> {
  const reader = await openRecording(file)
  const observation = observe(await readDevice(reader))
  const made = { id: newId(), observedAt: new Date().toISOString() }
  const snmp = { outcome: 'ok' as const, detail: `recording ${file}`, tried: [], port: 161, observation }
  return mergeObservation({ live: undefined, snmp, probes: [{ probe: 'snmp', outcome: 'ok' }], truncated: [] }, made)
}
