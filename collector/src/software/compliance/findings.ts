import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import type { Rule } from '../catalog/grouping-rules.ts'

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

const keyOf = ({ productId, kind }: Finding) => `${kind} ${productId}`

/** Those of the first that the others lack. */
export function withoutFindings(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const keys = new Set(others.map(keyOf))
  return findings.filter((finding) => !keys.has(keyOf(finding)))
}

/** None is twice in either. */
export const isSame = (before: readonly Finding[], after: readonly Finding[]): boolean =>
  before.length === after.length && withoutFindings(before, after).length === 0
