import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import type { Rule } from './compliance-rules.ts'

export type Finding = { productId: string; nameId: string; kind: ComplianceKind }

/** Returns the kind of finding for a violation of a rule. */
export const kindOf = ({ softwareGroup }: Rule): ComplianceKind =>
  softwareGroup === 'Forbidden' ? 'forbidden' : 'missing'

/**
 * Lists the missing and forbidden products of a computer with these tags and products. Without products its software was
 * never read, so that nothing is known about any rule.
 */
export function findingsOf(
  rules: readonly Rule[],
  tagIds: ReadonlySet<string>,
  installed: ReadonlySet<number> | undefined,
): Finding[] {
  const inScope = rules.filter(({ inScopeTagId }) => inScopeTagId === null || tagIds.has(inScopeTagId))
  const broken = inScope.filter(
    ({ softwareGroup, products }) =>
      !installed || products.some((product) => installed.has(product)) === (softwareGroup === 'Forbidden'),
  )
  return broken.map((rule) => ({
    productId: rule.subjectId,
    nameId: rule.nameId,
    kind: installed ? kindOf(rule) : 'unknown',
  }))
}

const keyOf = ({ productId, kind }: Finding) => `${kind} ${productId}`

/** Returns the findings that are not among the others. */
export function withoutFindings(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const keys = new Set(others.map(keyOf))
  return findings.filter((finding) => !keys.has(keyOf(finding)))
}

/** Compares two lists without duplicates. */
export const isSame = (before: readonly Finding[], after: readonly Finding[]): boolean =>
  before.length === after.length && withoutFindings(before, after).length === 0
