import type { Finding } from '@rollcall/shared/api/finding.ts'

type Said = Pick<Finding, 'ruleName' | 'ruleOrigin' | 'detail'>

/**
 * Says a finding once. The detail of a rule that every site starts with is a whole sentence, such as "Black: 6 % left".
 * The name of a rule that people made says what the finding means, and the detail is the evidence for it.
 */
export function findingWords({ ruleName, ruleOrigin, detail }: Said): { matter: string; evidence: string | null } {
  return ruleOrigin === null ? { matter: ruleName, evidence: detail } : { matter: detail ?? ruleName, evidence: null }
}

/** A finding as one text. */
export function findingText(finding: Said): string {
  const { matter, evidence } = findingWords(finding)
  return evidence === null ? matter : `${matter}: ${evidence}`
}
