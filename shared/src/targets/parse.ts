import { counted } from '../counted.ts'
import { parseTarget } from './expression.ts'
import { targetAddressesMax, targetExpressionsMax } from './limits.ts'
import { type AddressRange, countAddresses, mergeRanges } from './ranges.ts'

/**
 * `index` is the index of the invalid expression (absent if the list as a whole is invalid); `message` names the
 * expression and its problem.
 */
type TargetError = { index?: number; message: string }

/** All other fields are empty if there are errors: a list is scanned completely or not at all. */
type ParsedTargets = {
  errors: TargetError[]
  /** Sorted and without overlap. */
  ranges: AddressRange[]
  /** DNS names in lower case without duplicates, resolved when the scan runs. */
  names: string[]
  /** The expressions in the given order, each in its canonical form. */
  canonical: string[]
  /** Addresses in `ranges`. */
  addressCount: bigint
}

type TargetsOptions = {
  /** Allows DNS names as targets (address lists); otherwise only addresses (IP ranges). */
  allowNames: boolean
}

/** Parses target expressions. Returns either all targets, or every error. */
export function parseTargets(expressions: readonly string[], options: TargetsOptions): ParsedTargets {
  if (expressions.length > targetExpressionsMax) {
    const message = `there are ${counted(expressions.length, 'target')}; at most ${targetExpressionsMax} are taken`
    return failed([{ message }])
  }
  const errors: TargetError[] = []
  const named: (AddressRange | undefined)[] = []
  const ranges: AddressRange[] = []
  const names = new Set<string>()
  const canonical: string[] = []
  for (const [index, expression] of expressions.entries()) {
    const target = parseTarget(expression)
    if ('problem' in target) {
      errors.push(targetError(index, expression, target.problem))
      continue
    }
    if (target.kind === 'name') {
      if (options.allowNames) names.add(target.name)
      else
        errors.push(targetError(index, expression, 'is a name; only addresses, CIDR blocks and ranges are taken here'))
    }
    canonical.push(target.canonical)
    named.push(target.kind === 'name' ? undefined : target.named)
    if (target.kind !== 'name') ranges.push(target.range)
  }
  if (errors.length > 0) return failed(errors)

  if (countNamed(named) > targetAddressesMax) {
    const index = firstOverLimit(named)
    const problem = `takes the targets over the limit of ${targetAddressesMax} addresses`
    return failed([targetError(index, expressions[index] ?? '', problem)])
  }
  const merged = mergeRanges(ranges)
  return { errors, ranges: merged, names: [...names], canonical, addressCount: countAddresses(merged) }
}

const failed = (errors: TargetError[]): ParsedTargets => ({
  errors,
  ranges: [],
  names: [],
  canonical: [],
  addressCount: 0n,
})

/** Counts an address that two expressions name once. */
const countNamed = (named: readonly (AddressRange | undefined)[]): bigint =>
  countAddresses(mergeRanges(named.filter((range) => range !== undefined)))

/** Returns the index of the first expression at which the merged count exceeds the limit: the count only grows. */
function firstOverLimit(named: readonly (AddressRange | undefined)[]): number {
  let low = 0
  let high = named.length - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countNamed(named.slice(0, middle + 1)) > targetAddressesMax) high = middle
    else low = middle + 1
  }
  return low
}

function targetError(index: number, expression: string, problem: string): TargetError {
  const shown = expression.length > 64 ? `${expression.slice(0, 64)}…` : expression
  return { index, message: `${JSON.stringify(shown)} ${problem}` }
}
