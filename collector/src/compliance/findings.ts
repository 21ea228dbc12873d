import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import type { Rule } from '../software/rules.ts'

export type Finding = { productId: string; nameId: string; kind: ComplianceKind }

/** What a computer with these tags and products misses, or should not have. */
export function findingsOf(
  rules: readonly Rule[],
  tagIds: ReadonlySet<string>,
  installed: ReadonlySet<string>,
): Finding[] {
  return rules.flatMap(({ softwareGroup, subjectId: productId, nameId, productIds, inScopeTagId }): Finding[] => {
    if (inScopeTagId !== null && !tagIds.has(inScopeTagId)) return []
    const hasOne = productIds.some((id) => installed.has(id))
    if (softwareGroup === 'Forbidden') return hasOne ? [{ productId, nameId, kind: 'forbidden' }] : []
    return hasOne ? [] : [{ productId, nameId, kind: 'missing' }]
  })
}
