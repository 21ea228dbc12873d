import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { DescriptionFacts } from '../sys-descr.ts'
import type { Vendor } from './vendor.ts'

const enterprisesPrefix = '1.3.6.1.4.1.'

type DescriptionGroups = { model?: string; serialNumber?: string; version?: string; os?: string }

export type VendorKnowledge = {
  /** Facts from sysDescr. */
  description: Pick<DescriptionFacts, 'model' | 'serialNumber' | 'version'>
  os?: string
  /** Model of the sysObjectID. */
  product?: string
  /** Type by the form of sysDescr, or by the sysObjectID. */
  type?: DeviceType
}

/**
 * Returns the facts that the vendors of the enterprises know from sysDescr and sysObjectID alone. The first form with a
 * value wins.
 */
export function knowledgeOf(
  vendors: readonly Vendor[],
  enterprises: readonly number[],
  description: string,
  objectId: string | undefined,
): VendorKnowledge {
  const known: VendorKnowledge = { description: {} }
  const product = objectId?.startsWith(enterprisesPrefix) ? objectId.slice(enterprisesPrefix.length) : undefined
  for (const vendor of vendors) {
    if (!vendor.enterprises.some((number) => enterprises.includes(number))) continue
    for (const { form, type } of vendor.descriptions ?? []) {
      const match = form.exec(description)
      if (match === null) continue
      if (type) known.type ??= type
      const { model, serialNumber, version, os }: DescriptionGroups = match.groups ?? {}
      if (model) known.description.model ??= model.trim()
      if (serialNumber) known.description.serialNumber ??= serialNumber
      if (version) known.description.version ??= version.trim()
      if (os) known.os ??= os
    }
    if (product === undefined) continue
    const named = vendor.products?.[product]
    if (named !== undefined) known.product ??= named
    for (const [start, type] of vendor.types ?? []) {
      if (product === start || product.startsWith(`${start}.`)) known.type ??= type
    }
  }
  return known
}
