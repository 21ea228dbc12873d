import { type ScanCounts, scan } from '@rollcall/audit-service/audit/scan.ts'
import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import ipaddr from 'ipaddr.js'
import type { CredentialOptions } from '../credential-options.ts'
import { readCredentials } from '../credentials.ts'
import { CommandFailed } from '../failed.ts'
import { print, progressLine, table } from '../output.ts'
import { openSshState } from '../ssh-state.ts'
import { stopSignal } from '../stop-signal.ts'
import { resolveTargets } from '../targets.ts'

export type ScanCommandOptions = CredentialOptions & {
  pingOnly?: boolean
  osDetection?: boolean
  packetsPerSecond?: number
  json?: boolean
}

export async function runScan(expressions: string[], options: ScanCommandOptions): Promise<void> {
  const { pingOnly, osDetection, packetsPerSecond, json } = options
  const credentials = readCredentials(options)
  const ranges = await resolveTargets(expressions)
  for (const each of await capabilities()) if (!each.available) console.error(`without ${each.name}: ${each.detail}`)
  const found: Observation[] = []
  const startedAt = performance.now()
  const signal = stopSignal()
  const progress = progressLine()
  const ssh = openSshState(credentials, options)
  const scanOptions = scanOptionsSchema.parse({ pingOnly, osDetection, maxPacketsPerSecond: packetsPerSecond })
  const counts = await scan(
    { ranges, options: scanOptions, credentials, ...ssh },
    {
      async host(_, { observation }) {
        const parsed = observationSchema.parse(observation)
        if (json) print(json, parsed, () => '')
        else found.push(parsed)
      },
      progress: (counts) => progress.show(describeCounts(counts)),
    },
    signal,
  )
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
      return undefined
    })
    .finally(() => ssh?.hosts.close())
  progress.clear()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (!json && found.length > 0) print(json, found, () => describe(found))
  if (!counts) {
    console.error(`stopped after ${seconds} s; the results up to then are above`)
    throw new CommandFailed()
  }
  console.error(
    `${counted(counts.hostsFound, 'host')} on ${counted(counts.addressesTotal, 'address', 'addresses')} in ${seconds} s`,
  )
}

const describeCounts = (counts: ScanCounts) =>
  `${counts.addressesDone} of ${counted(counts.addressesTotal, 'address', 'addresses')}, ${counted(counts.hostsFound, 'host')}, ${counts.audited} audited`

function describe(found: Observation[]): string {
  const rows = [...found]
    .sort(byAddress)
    .map((each) => [
      each.network?.ipAddress ?? '',
      each.name,
      each.type,
      each.hardware?.system.manufacturer ?? '',
      each.hardware?.system.model ?? '',
      systemOf(each),
      readBy(each),
      each.network?.macAddress ?? '',
      (each.network?.services ?? []).map((service) => service.port).join(','),
    ])
  return table(
    ['Address', 'Name', 'Type', 'Manufacturer', 'Model', 'System', 'Read by', 'MAC address', 'Open ports'],
    rows,
  )
}

/** Returns the probe that read the host. `snmp refused`: an SNMP engine answers but accepts none of the credentials. */
function readBy({ probes }: Observation): string {
  const asked = probes.filter(({ probe, outcome }) => ['snmp', 'ssh'].includes(probe) && outcome !== 'no-answer')
  return asked.map(({ probe, outcome }) => (outcome === 'ok' ? probe : `${probe} ${outcome}`)).join(', ')
}

function systemOf({ hardware }: Observation): string {
  const { os, firmware } = hardware ?? {}
  return [os?.name, os?.version ?? firmware?.version].filter(Boolean).join(' ')
}

function byAddress(a: Observation, b: Observation): number {
  const bytes = (each: Observation) => ipaddr.process(each.network?.ipAddress ?? '0.0.0.0').toByteArray()
  const [left, right] = [bytes(a), bytes(b)]
  return left.length - right.length || Buffer.compare(Buffer.from(left), Buffer.from(right))
}
