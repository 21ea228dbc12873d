import { type PatchSoftware, type SoftwareGroup, softwareGroups } from '@rollcall/shared/api/software.ts'
import { eq } from 'drizzle-orm'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'
import type { Subject } from './subject.ts'

type ProductRecord = Extract<Subject, { kind: 'product' }>['record']
type NameRecord = Extract<Subject, { kind: 'name' }>['record']
type Classified = Pick<ProductRecord, 'softwareGroup' | 'inScopeTagId'>

/** Sets what the patch names on one version. The change-log lines of what is another value now; none when all was so. */
export async function classifyVersion(tx: Tx, product: ProductRecord, patch: PatchSoftware): Promise<ChangeRow[]> {
  const rows = differences(product.id, product, patch)
  if (rows.length === 0) return rows
  const { softwareProducts } = tx.tables(softwareTables)
  await tx.update(softwareProducts).set(patch).where(eq(softwareProducts.id, product.id))
  await showStrictest(tx, product.nameId)
  return rows
}

/** The same for a name, for its versions to come and for every one of those that are known. */
export async function classifyName(tx: Tx, name: NameRecord, patch: PatchSoftware): Promise<ChangeRow[]> {
  const { softwareNames, softwareProducts } = tx.tables(softwareTables)
  const ofName = eq(softwareProducts.nameId, name.id)
  const versions = await tx
    .select({
      id: softwareProducts.id,
      softwareGroup: softwareProducts.softwareGroup,
      inScopeTagId: softwareProducts.inScopeTagId,
    })
    .from(softwareProducts)
    .where(ofName)
  const rows = [
    ...differences(name.id, { ...name, softwareGroup: name.ownGroup }, patch),
    ...versions.flatMap((version) => differences(version.id, version, patch)),
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

function differences(entityId: string, current: Classified, patch: PatchSoftware): ChangeRow[] {
  return (['softwareGroup', 'inScopeTagId'] as const).flatMap((field): ChangeRow[] => {
    const [from, to] = [current[field], patch[field]]
    if (to === undefined || to === from) return []
    return [{ verb: 'Modified', entity: 'Software', entityId, field, from, to }]
  })
}

/** A name shows the strictest of its own group and its versions', so that no Forbidden one hides behind the others. */
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
