import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { DeviceFacts, ServicePrint } from '../../probes/banner/service-print.ts'
import { sourceOfPrint } from './from-device.ts'

type Named = 'hostname' | 'dnsName' | 'domain' | 'label' | 'macAddress'
const fields = ['hostname', 'dnsName', 'domain', 'label', 'macAddress'] as const satisfies readonly Named[]
const evidenceFields = {
  hostname: 'identity.hostname',
  dnsName: 'dnsName',
  domain: 'network.domain',
  label: 'name',
  macAddress: 'network.macAddress',
} as const

type PrintedNames = Partial<Record<Named, string>> & { evidence: NonNullable<ObservationInput['evidence']> }

/**
 * Returns the names that the ports of a host report about it. Ports that contradict each other are forwarded to several
 * machines, so their names say nothing about this one.
 */
export function namesByPrints(prints: readonly ServicePrint[]): PrintedNames {
  const names: PrintedNames = { evidence: [] }
  for (const field of fields) {
    const reported = prints.flatMap((print) => reportedBy(print.device, field, print))
    const [first] = reported
    if (first === undefined || reported.some(({ value }) => !isSame(value, first.value))) continue
    names[field] = first.value
    names.evidence.push({ field: evidenceFields[field], ...first })
  }
  return names
}

const reportedBy = (device: DeviceFacts | undefined, field: Named, print: ServicePrint) => {
  const value = device?.[field]
  return value === undefined ? [] : [{ value, source: sourceOfPrint(print) }]
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
