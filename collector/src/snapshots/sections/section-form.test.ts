import { snapshotDataSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sectionForm } from './stored-sections.ts'

/** Lists the fields that are always present, for an object schema and its parts. */
type Schema = {
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  $ref?: string
  $defs?: Record<string, Schema>
}
const requiredFields = (schema: Schema, defs: Record<string, Schema>, path = ''): string[] => {
  const { required = [], properties = {}, items } = defs[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema
  return [
    ...required.map((name) => path + name),
    ...Object.entries(properties).flatMap(([name, each]) => requiredFields(each, defs, `${path}${name}.`)),
    ...(items === undefined ? [] : requiredFields(items, defs, path)),
  ]
}

it('identifies the schema version of a stored section by its number', () => {
  const schema = z.toJSONSchema(snapshotDataSchema, { io: 'output', unrepresentable: 'any' }) as Schema
  // Where a field is added to an existing part, such as one with a default, `sectionForm` is raised: stored sections do
  // not have it. Fields of a new optional part need no new number.
  expect(sectionForm).toBe(1)
  expect(requiredFields(schema, schema.$defs ?? {}).sort()).toEqual([
    'hardware.accounts.name',
    'hardware.batteries.name',
    'hardware.components.class',
    'hardware.components.id',
    'hardware.containers.id',
    'hardware.containers.runtime',
    'hardware.disks.name',
    'hardware.graphics.name',
    'hardware.guests.hypervisor',
    'hardware.guests.name',
    'hardware.memory.modules',
    'hardware.monitors.port',
    'hardware.os.pendingUpdates.updates.name',
    'hardware.printQueues.name',
    'hardware.printer.alerts',
    'hardware.printer.alerts.severity',
    'hardware.printer.covers',
    'hardware.printer.covers.name',
    'hardware.printer.covers.status',
    'hardware.printer.display',
    'hardware.printer.markers',
    'hardware.printer.supplies',
    'hardware.printer.supplies.name',
    'hardware.printer.trays',
    'hardware.printer.trays.name',
    'hardware.security.accessControl.mode',
    'hardware.security.accessControl.name',
    'hardware.security.antivirus.name',
    'hardware.security.firewalls.name',
    'hardware.security.firewalls.state',
    'hardware.security.timeSync.servers',
    'hardware.security.tpm.isPresent',
    'hardware.system',
    'hardware.systemServices.name',
    'hardware.ups.alarms',
    'hardware.ups.battery',
    'hardware.ups.input',
    'hardware.ups.output',
    'hardware.volumes.encryption.state',
    'hardware.volumes.mount',
    'network.interfaces',
    'network.interfaces.addresses',
    'network.interfaces.addresses.address',
    'network.interfaces.name',
    'network.linkAddresses.ipAddress',
    'network.linkAddresses.macAddress',
    'network.linkAddresses.port',
    'network.listeners.address',
    'network.listeners.port',
    'network.listeners.protocol',
    'network.neighbors.port',
    'network.neighbors.protocol',
    'network.services',
    'network.services.certificate.issuer',
    'network.services.certificate.names',
    'network.services.certificate.subject',
    'network.services.port',
    'network.services.protocol',
    'network.vlans.id',
    'software.name',
    'software.version',
  ])
})
