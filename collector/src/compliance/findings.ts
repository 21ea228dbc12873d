import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import type { Rule } from '../software/rules.ts'

export type Finding = { productId: string; nameId: string; kind: ComplianceKind }

/** What is found where a rule is not kept. */
export const kindOf = ({ softwareGroup }: Rule): ComplianceKind =>
  softwareGroup === 'Forbidden' ? 'forbidden' : 'missing'

/** What a computer with these tags and products misses, or should not have. */
export function findingsOf(
  rules: readonly Rule[],
  tagIds: ReadonlySet<string>,
  installed: ReadonlySet<number>,
): Finding[] {
  return rules
    .filter(({ inScopeTagId, softwareGroup, products }) => {
      if (inScopeTagId !== null && !tagIds.has(inScopeTagId)) return false
      return products.some((product) => installed.has(product)) === (softwareGroup === 'Forbidden')
    })
    .map((rule) => ({ productId: rule.subjectId, nameId: rule.nameId, kind: kindOf(rule) }))
}
