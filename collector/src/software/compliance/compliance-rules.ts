import type { SoftwareGroup } from '@rollcall/shared/api/software.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'

/** A requirement of a classification for the computers in scope. */
export type Rule = {
  softwareGroup: Exclude<SoftwareGroup, 'Regular'>
  /** The product; the name if the name as a whole is Required. */
  subjectId: string
  nameId: string
  /** Numbers of the products that satisfy or violate the rule: one, or all versions of a name. */
  products: number[]
  inScopeTagId: string | null
}

/**
 * Reads the site's rules. A name that is Required as a whole is one rule, which any version satisfies; its versions add
 * none. Forbidden always applies to versions, since a name sets all of them.
 */
export async function softwareRules(db: Db, siteId: string): Promise<Rule[]> {
  const { softwareNames: names, softwareProducts: products } = db.tables(softwareTables)
  const required = await db.rowsAmong(names, strictGroups, {
    key: 'softwareGroup',
    columns: ['id', 'inScopeTagId'],
    and: { siteId, ownGroup: 'Required' },
  })
  const scopes = new Map(required.map(({ id, inScopeTagId }) => [id, inScopeTagId]))
  const ofNames = await db.rowsAmong(products, [...scopes.keys()], { key: 'nameId', columns: ['nameId', 'number'] })
  const wholeNames = Map.groupBy(ofNames, ({ nameId }) => nameId)
  const versions = await db.rowsAmong(products, strictGroups, {
    key: 'softwareGroup',
    columns: ['id', 'number', 'nameId', 'softwareGroup', 'inScopeTagId'],
    and: { siteId },
  })
  return [
    ...[...wholeNames].map(
      ([nameId, rows]): Rule => ({
        softwareGroup: 'Required',
        subjectId: nameId,
        nameId,
        products: rows.map(({ number }) => number),
        inScopeTagId: scopes.get(nameId) ?? null,
      }),
    ),
    ...versions.flatMap(({ id, number, softwareGroup, ...version }): Rule[] =>
      softwareGroup === 'Regular' || (softwareGroup === 'Required' && wholeNames.has(version.nameId))
        ? []
        : [{ ...version, softwareGroup, subjectId: id, products: [number] }],
    ),
  ]
}

const strictGroups: readonly SoftwareGroup[] = ['Required', 'Forbidden']
