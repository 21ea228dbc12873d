import { parseTarget } from './expression.ts'
import { type AddressRange, countAddresses, mergeRanges } from './ranges.ts'
import { targetAddressesMax } from './refused.ts'

/**
 * `index` is the place of the bad expression in the list (absent where the list as a whole is wrong); `message` names
 * the expression and says what is wrong with it.
 */
type TargetError = { index?: number; message: string }

/** Where there are errors, all else is empty: a list is scanned whole or not at all. */
type ParsedTargets = {
  errors: TargetError[]
  /** Sorted and without overlap. */
  ranges: AddressRange[]
  /** DNS names in lower case, each once, to be resolved when the scan runs. */
  names: string[]
  /** The expressions in the order given, each in its canonical form. */
  canonical: string[]
  /** Addresses in `ranges`. */
  addressCount: bigint
}

type TargetsOptions = {
  /** Whether DNS names are targets too (address lists), or only addresses (IP ranges). */
  allowNames: boolean
}

const targetExpressionsMax = 65_536

/** Reads target expressions. Either all of them are good, or every bad one is named. */
export function parseTargets(expressions: readonly string[], options: TargetsOptions): ParsedTargets {
  if (expressions.length > targetExpressionsMax) {
    const message = `there are ${expressions.length} targets; at most ${targetExpressionsMax} are taken`
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

/** An address that two expressions name counts once. */
const countNamed = (named: readonly (AddressRange | undefined)[]): bigint =>
  countAddresses(mergeRanges(named.filter((range) => range !== undefined)))

/** The index of the first expression with which the merged count passes the limit: the count only ever grows. */
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
