import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { type Vendor, type VendorField, vendorFields } from './vendor.ts'

/** A value with the object it was read from. */
type Sourced = { value: string; source: string }
export type VendorFacts = Partial<Record<VendorField, Sourced>> & { type?: DeviceType }

/** Reads the private objects of the vendors whose enterprise numbers the device shows. */
export async function readVendors(
  reader: SnmpReader,
  known: readonly Vendor[],
  enterprises: readonly number[],
): Promise<VendorFacts> {
  const facts: VendorFacts = {}
  for (const vendor of known.filter((one) => one.enterprises.some((number) => enterprises.includes(number)))) {
    const wanted = vendorFields.flatMap((field) => (vendor.objects[field] ?? []).map((source) => ({ field, source })))
    const found = await reader.get(wanted.map(({ source }) => oid(source)))
    wanted.forEach(({ field, source }, i) => {
      const value = asText(found[i])
      if (value !== undefined) facts[field] ??= { value, source }
    })
    if (vendor.type && found.some((varbind) => varbind !== undefined)) facts.type ??= vendor.type
  }
  return facts
}
