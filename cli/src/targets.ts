import { resolveNames } from '@rollcall/audit-service/discovery/resolve-target-names.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { type AddressRange, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { oneLine } from './output.ts'

const nameTimeoutMs = 5_000

/**
 * Resolves target expressions that a person typed. If some are invalid, all of those are named and nothing is done. A
 * name without an address, or one that unexpectedly leads to this machine, is reported and left out.
 */
export async function resolveTargets(expressions: readonly string[]): Promise<AddressRange[]> {
  const targets = parseTargets(expressions, { allowNames: true })
  if (targets.errors.length > 0) throw new OperatorError(targets.errors.map((each) => each.message).join('; '))
  const resolved = await resolveNames(targets.names, { allowLoopback: false, timeoutMs: nameTimeoutMs })
  const left = resolved.failures.map(({ name, reason }) => oneLine(`${name}: ${reason}`))
  const ranges = mergeRanges([...targets.ranges, ...resolved.ranges])
  if (ranges.length === 0) throw new OperatorError(left.join('; '))
  for (const line of left) console.error(`not scanned: ${line}`)
  return ranges
}
