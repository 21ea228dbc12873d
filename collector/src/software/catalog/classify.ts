import type { PatchSoftware, SoftwareGroup } from '@rollcall/shared/api/software.ts'
import { softwareGroups } from '@rollcall/shared/inventory/choices.ts'
import { eq } from 'drizzle-orm'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'
import type { Subject } from './subject.ts'

type ProductRecord = Extract<Subject, { kind: 'product' }>['record']
type NameRecord = Extract<Subject, { kind: 'name' }>['record']
type Classified = Pick<ProductRecord, 'softwareGroup' | 'inScopeTagId'>

/** Classifies one version by the patch. Returns the change log entries, none if nothing changed. */
export async function classifyVersion(tx: Tx, product: ProductRecord, patch: PatchSoftware): Promise<ChangeRow[]> {
  const rows = differences(product, nameOf(product), product, patch)
  if (rows.length === 0) return rows
  const { softwareProducts } = tx.tables(softwareTables)
  await tx.update(softwareProducts).set(patch).where(eq(softwareProducts.id, product.id))
  await showStrictest(tx, product.nameId)
  return rows
}

/**
 * Classifies a name, all its versions and its future versions. Returns the change log entries, none if nothing changed.
 */
export async function classifyName(tx: Tx, name: NameRecord, patch: PatchSoftware): Promise<ChangeRow[]> {
  const { softwareNames, softwareProducts } = tx.tables(softwareTables)
  const ofName = eq(softwareProducts.nameId, name.id)
  const { id, version, softwareGroup, inScopeTagId } = softwareProducts
  const versions = await tx
    .select({ id, name: softwareProducts.name, version, softwareGroup, inScopeTagId })
    .from(softwareProducts)
    .where(ofName)
  const rows = [
    ...differences(name, name.name, { ...name, softwareGroup: name.ownGroup }, patch),
    ...versions.flatMap((each) => differences(each, nameOf(each), each, patch)),
  ]
  if (rows.length === 0) return rows
  await tx.update(softwareProducts).set(patch).where(ofName)
  const { softwareGroup: ownGroup, ...rest } = patch
  await tx
    .update(softwareNames)
    .set({ ...rest, ...(ownGroup ? { ownGroup } : {}) })
    .where(eq(softwareNames.id, name.id))
  await showStrictest(tx, name.id)
  return rows
}

const nameOf = ({ name, version }: Pick<ProductRecord, 'name' | 'version'>): string =>
  [name, version].filter(Boolean).join(' ')

function differences(
  { id: entityId }: { id: string },
  subject: string,
  current: Classified,
  patch: PatchSoftware,
): ChangeRow[] {
  return (['softwareGroup', 'inScopeTagId'] as const).flatMap((field): ChangeRow[] => {
    const [from, to] = [current[field], patch[field]]
    if (to === undefined || to === from) return []
    return [{ verb: 'Modified', entity: 'Software', entityId, subject, field, from, to }]
  })
}

/** Stores the strictest group of a name and its versions for display, so that no Forbidden version is hidden. */
export async function showStrictest(tx: Tx, nameId: string): Promise<void> {
  const { softwareNames, softwareProducts } = tx.tables(softwareTables)
  const ofVersions = await tx
    .selectDistinct({ group: softwareProducts.softwareGroup })
    .from(softwareProducts)
    .where(eq(softwareProducts.nameId, nameId))
  const own = await tx.select({ group: softwareNames.ownGroup }).from(softwareNames).where(eq(softwareNames.id, nameId))
  const softwareGroup = strictestOf([...own, ...ofVersions].map(({ group }) => group))
  await tx.update(softwareNames).set({ softwareGroup }).where(eq(softwareNames.id, nameId))
}

export function strictestOf(groups: readonly SoftwareGroup[]): SoftwareGroup {
  const strictness = (group: SoftwareGroup) => softwareGroups.indexOf(group)
  return groups.toSorted((a, b) => strictness(b) - strictness(a))[0] ?? 'Regular'
}
