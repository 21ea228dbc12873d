import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { HardwarePart, NetworkPart } from './parts.ts'

type Evidence = NonNullable<ObservationInput['evidence']>[number]
type Read<Part> = { field: string; from: (part: Part) => string | undefined }

/** Fields whose source is recorded as evidence. */
const hardwareFields: Read<HardwarePart>[] = [
  { field: 'system.manufacturer', from: (part) => part.system?.manufacturer },
  { field: 'system.model', from: (part) => part.system?.model },
  { field: 'system.serialNumber', from: (part) => part.system?.serialNumber },
  { field: 'system.uuid', from: (part) => part.system?.uuid },
  { field: 'system.virtualization', from: (part) => part.system?.virtualization },
  { field: 'os.name', from: (part) => part.os?.name },
  { field: 'os.version', from: (part) => part.os?.version },
]
const networkFields: Read<NetworkPart>[] = [
  { field: 'hostname', from: (part) => part.hostname },
  { field: 'domain', from: (part) => part.domain },
]

type Parts<Part> = readonly { source: string; part: Part }[]

/** Returns the source of each value. */
export function evidenceOf(hardware: Parts<HardwarePart>, network: Parts<NetworkPart>): Evidence[] {
  return [...firstOf(hardware, hardwareFields), ...firstOf(network, networkFields)]
}

function firstOf<Part>(parts: Parts<Part>, fields: Read<Part>[]): Evidence[] {
  return fields.flatMap(({ field, from }) => {
    const found = parts.find(({ part }) => from(part))
    const value = found && from(found.part)
    return found && value ? { field, value, source: found.source } : []
  })
}
