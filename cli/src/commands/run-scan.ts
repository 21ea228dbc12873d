import { scan } from '@rollcall/audit-service/audit/scan.ts'
import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import ipaddr from 'ipaddr.js'
import { table } from '../output.ts'
import { stopSignal } from '../stop-signal.ts'
import { resolveTargets } from '../targets.ts'
import type { ScanCommandOptions } from './scan.ts'

export async function runScan(
  expressions: string[],
  { snmpCommunity, pingOnly, json }: ScanCommandOptions,
): Promise<void> {
  const ranges = await resolveTargets(expressions)
  for (const each of await capabilities()) if (!each.available) console.error(`without ${each.name}: ${each.detail}`)
  const found: Observation[] = []
  const startedAt = performance.now()
  const counts = await scan(
    { ranges, options: scanOptionsSchema.parse({ pingOnly: pingOnly ?? false }), credentials: snmpCommunity },
    {
      async host(_, { observation }) {
        const parsed = observationSchema.parse(observation)
        if (json) console.log(JSON.stringify(parsed))
        else found.push(parsed)
      },
      progress: () => undefined,
    },
    stopSignal(),
  )
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (!json && found.length > 0) console.log(describe(found))
  console.error(`${counts.hostsFound} hosts on ${counts.addressesTotal} addresses in ${seconds} s`)
}

function describe(found: Observation[]): string {
  const rows = [...found]
    .sort(byAddress)
    .map((each) => [
      each.network?.ipAddress ?? '',
      each.name,
      each.type,
      each.hardware?.system.manufacturer ?? '',
      each.hardware?.system.model ?? '',
      each.network?.macAddress ?? '',
      (each.network?.services ?? []).map((service) => service.port).join(','),
    ])
  return table(['Address', 'Name', 'Type', 'Maker', 'Model', 'MAC address', 'Open ports'], rows)
}

function byAddress(a: Observation, b: Observation): number {
  const bytes = (each: Observation) => ipaddr.process(each.network?.ipAddress ?? '0.0.0.0').toByteArray()
  const [left, right] = [bytes(a), bytes(b)]
  return left.length - right.length || Buffer.compare(Buffer.from(left), Buffer.from(right))
}
