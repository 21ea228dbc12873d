import { resolveNames } from '@rollcall/audit-service/discovery/resolve-names.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { type AddressRange, mergeRanges } from '@rollcall/shared/targets/ranges.ts'

const nameTimeoutMs = 5_000

/** The addresses of target expressions as a person typed them; every bad one is named. */
export async function resolveTargets(expressions: readonly string[]): Promise<AddressRange[]> {
  const targets = parseTargets(expressions, { allowNames: true })
  if (targets.errors.length > 0) throw new OperatorError(targets.errors.map((each) => each.message).join('; '))
  const resolved = await resolveNames(targets.names, { allowLoopback: true, timeoutMs: nameTimeoutMs })
  if (resolved.failures.length > 0) {
    throw new OperatorError(resolved.failures.map(({ name, reason }) => `${name}: ${reason}`).join('; '))
  }
  return mergeRanges([...targets.ranges, ...resolved.ranges])
}
