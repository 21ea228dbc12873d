import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { DeviceFacts, ServicePrint } from '../../probes/banner/service-print.ts'
import { isCutName } from '../../probes/netbios/cut-name.ts'
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
    const [best] = reported.toSorted((a, b) => completeness(field, b.value) - completeness(field, a.value))
    if (best === undefined || reported.some(({ value }) => !isFormOf(field, value, best.value))) continue
    names[field] = best.value
    names.evidence.push({ field: evidenceFields[field], ...best })
  }
  return names
}

const reportedBy = (device: DeviceFacts | undefined, field: Named, print: ServicePrint) => {
  const value = device?.[field]
  return value === undefined ? [] : [{ value, source: sourceOfPrint(print) }]
}

/** The full name is better than its NetBIOS form, and the domain in DNS better than its short name. */
const completeness = (field: Named, value: string): number =>
  field === 'domain' ? Number(value.includes('.')) : value.length

/** Returns true if both values are forms of one name. */
function isFormOf(field: Named, value: string, full: string): boolean {
  if (value.toLowerCase() === full.toLowerCase()) return true
  if (field === 'domain') return full.includes('.') && !value.includes('.')
  return field === 'hostname' && isCutName(value, full)
}
