import { counted } from '@rollcall/shared/counted.ts'
import type { Service } from '@rollcall/shared/inventory/network.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { oneLine, table } from './output.ts'

const gibibytes = (bytes: number | undefined) => (bytes === undefined ? '' : `${(bytes / 2 ** 30).toFixed(1)} GiB`)

const listedMax = 6

/** Returns the first values of a long list and the number of further ones. */
function some(values: readonly string[] | undefined): string | undefined {
  if (values === undefined) return undefined
  const rest = values.length - listedMax
  return [...values.slice(0, listedMax), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

const serviceText = ({ port, protocol, product, version }: Service): string => {
  const runs = [product, version].filter(Boolean).join(' ')
  return `${port}/${protocol}${runs && ` (${runs})`}`
}

/** Returns the probe with its detail: the version of SNMP, the account. */
const readBy = ({ probe, outcome, detail }: Observation['probes'][number]): string[] =>
  outcome === 'ok' && detail ? [`${probe} (${detail})`] : []

/** Describes an observation for people: values with their evidence, and sizes of lists. */
export function describeObservation(observation: Observation): string {
  const { hardware, network, software } = observation
  const { system, os, firmware, processors, memory, disks, components } = hardware ?? { system: {} }
  const facts: [string, string | undefined][] = [
    ['Name', observation.name],
    ['Type', observation.type],
    ['Manufacturer', system.manufacturer],
    ['Model', system.model],
    ['Serial number', system.serialNumber],
    ['System', [os?.name, os?.version, os?.architecture].filter(Boolean).join(' ')],
    ['Firmware', firmware?.version],
    ['Processors', some(processors?.map((each) => each.model ?? 'unknown'))],
    ['Memory', gibibytes(memory?.totalBytes)],
    ['Disks', some(disks?.map((disk) => `${disk.name} ${gibibytes(disk.sizeBytes)}`))],
    ['Parts', components && `${components.length}`],
    ['Interfaces', network && `${network.interfaces.length}`],
    ['Addresses', some(observation.identity.ipAddresses)],
    ['MAC addresses', some(observation.identity.macAddresses)],
    ['Open ports', some(network?.services.map(serviceText))],
    ['Certificates', some([...new Set(network?.services.flatMap(({ certificate }) => certificate?.subject ?? []))])],
    ['Software', software && counted(software.length, 'package')],
    ['Read by', some(observation.probes.flatMap(readBy))],
    ['Cut', observation.truncated.join('; ')],
  ]
  const filled = facts.flatMap(([label, value]) => (value ? [[label, value]] : []))
  const evidence = observation.evidence.map((each) => [each.field, each.value, each.source])
  // A probe without an answer is no news if nothing is expected to answer.
  const failed = observation.probes.filter(
    ({ outcome, detail }) => outcome === 'refused' || outcome === 'failed' || (outcome === 'no-answer' && detail),
  )
  return [
    table(['', ''], filled).trimStart(),
    ...(evidence.length > 0 ? ['', table(['Evidence for', 'is', 'because of'], evidence)] : []),
    ...(failed.length > 0 ? [''] : []),
    ...failed.map((each) => oneLine(`${each.probe}: ${each.outcome}${each.detail ? `, ${each.detail}` : ''}`)),
  ].join('\n')
}
