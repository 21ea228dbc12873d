import { vendorOf } from '../mac-vendor/mac-vendor.ts'
import type { SnmpFacts } from './facts.ts'
import {
  agentEnterprises,
  type Manufacturer,
  manufacturerAliases,
  manufacturers,
  productLines,
} from './manufacturers.ts'
import { classOids } from './mibs/device-classes.ts'
import { registeredName } from './mibs/enterprise-names.ts'
import { entitySource, mainEntity } from './mibs/entity-mib.ts'
import { systemSource } from './mibs/system.ts'

export type ManufacturerMatch = { manufacturer: Manufacturer; enterprise: number; source: string }

/**
 * Returns the manufacturer from the name that starts sysDescr: it outranks the enterprise number, which often belongs
 * to the original builder or to an acquired company. Otherwise from sysObjectID, from a product name, or from the owner
 * of the private objects.
 */
export function manufacturerOf(facts: SnmpFacts, enterprise: number | undefined): ManufacturerMatch | undefined {
  const own = enterprise === undefined ? undefined : manufacturers.get(enterprise)
  const start = (facts.system.description ?? '').trimStart()
  const named = nameAtStart(start)
  if (named && named.manufacturer.name !== own?.name) {
    const type = named.manufacturer.type ?? own?.type
    const manufacturer = { name: named.manufacturer.name, ...(type && { type }) }
    return { manufacturer, enterprise: named.enterprise, source: systemSource('description') }
  }
  if (own && enterprise !== undefined) return { manufacturer: own, enterprise, source: systemSource('objectId') }
  const product = manufacturerMatching(productLines, start)
  if (product) return { ...product, source: systemSource('description') }
  const shown = facts.enterprises.flatMap((number) => {
    const manufacturer = manufacturers.get(number)
    return manufacturer ? [{ manufacturer, enterprise: number, source: `1.3.6.1.4.1.${number}` }] : []
  })
  // Objects of several manufacturers belong to add-ons: they do not identify the device's manufacturer.
  return shown.length === 1 ? shown[0] : componentManufacturer(facts, enterprise)
}

/**
 * Returns the manufacturer named by the chassis (ENTITY-MIB), or by a printer (hrDeviceDescr) that is no queue of a
 * computer.
 */
function componentManufacturer(
  { components, host }: SnmpFacts,
  enterprise: number | undefined,
): ManufacturerMatch | undefined {
  const entity = mainEntity(components)
  const ofChassis = entity?.manufacturer === undefined ? undefined : nameAtStart(entity.manufacturer)
  if (entity && ofChassis) return { ...ofChassis, source: entitySource(entity, 'manufacturer') }
  const [printer] = enterprise !== undefined && agentEnterprises.has(enterprise) ? [] : host.printers
  const ofPrinter = printer === undefined ? undefined : nameAtStart(printer)
  return ofPrinter && { ...ofPrinter, source: 'hrDeviceDescr' }
}

/**
 * Returns the organization of the sysObjectID's number, if it is none of the known manufacturers. Without a sysObjectID
 * the private objects count, if all belong to one organization.
 */
export function registrant(
  { enterprises }: SnmpFacts,
  enterprise: number | undefined,
): { value: string | undefined; source: string } | undefined {
  if (enterprise !== undefined) {
    return agentEnterprises.has(enterprise)
      ? undefined
      : { value: registeredName(enterprise), source: systemSource('objectId') }
  }
  const [number, ...others] = enterprises.filter((one) => !agentEnterprises.has(one))
  if (number === undefined || others.length > 0) return undefined
  return { value: registeredName(number), source: `1.3.6.1.4.1.${number}` }
}

/**
 * Returns the name under which the device's text may mention its manufacturer; for unknown ones the first word of the
 * registered name.
 */
export const nameInText = (
  facts: SnmpFacts,
  manufacturer: ManufacturerMatch | undefined,
  enterprise: number | undefined,
): string | undefined => manufacturer?.manufacturer.name ?? registrant(facts, enterprise)?.value?.split(/[\s,]/)[0]

/** Manufacturers of both the system and the hardware, as a last resort. */
const osManufacturers = new Map([
  ['Windows', 'Microsoft'],
  ['Darwin', 'Apple'],
])

export const manufacturerOfOs = (os: string | undefined): { value: string | undefined; source: string } => ({
  value: osManufacturers.get(os ?? ''),
  source: systemSource('description'),
})

/**
 * Returns the manufacturer of the bridge's address, as a last resort. Other addresses are ignored: a host has network
 * cards of other vendors, while a bridge without further data mostly has its own manufacturer's address.
 */
export function manufacturerOfBridge({ classes }: SnmpFacts): { value: string; source: string } | undefined {
  const organisation = (classes.bridge?.address && vendorOf(classes.bridge.address)) ?? ''
  const described = nameAtStart(organisation)
  return described?.manufacturer.type === 'network-device'
    ? { value: described.manufacturer.name, source: classOids.bridgeAddress }
    : undefined
}

type Named = { manufacturer: Manufacturer; enterprise: number }

/** Precomputed, because every device is compared with all of them. */
const startsOfNames = [...manufacturers].map(([enterprise, manufacturer]) => ({
  enterprise,
  manufacturer,
  start: manufacturer.name.toLowerCase(),
}))

function nameAtStart(text: string): Named | undefined {
  const other = manufacturerMatching(manufacturerAliases, text)
  if (other) return other
  const lower = text.toLowerCase()
  return startsOfNames.find(({ start }) => lower.startsWith(start) && !/[a-z0-9]/.test(lower.charAt(start.length)))
}

function manufacturerMatching(forms: readonly (readonly [RegExp, string])[], text: string): Named | undefined {
  const [, name] = forms.find(([form]) => form.test(text)) ?? []
  return name === undefined ? undefined : startsOfNames.find(({ manufacturer }) => manufacturer.name === name)
}
