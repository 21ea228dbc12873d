import { lookup as systemLookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '@rollcall/shared/errors.ts'
import { parseTarget } from '@rollcall/shared/targets/expression.ts'
import { type AddressRange, mergeRanges } from '@rollcall/shared/targets/ranges.ts'

type ResolvedNames = {
  /** Merged ranges of all resolved addresses. */
  ranges: AddressRange[]
  /** Names by resolved address. */
  namesByAddress: Map<string, string[]>
  /** Names without an address to scan, each with the reason. */
  failures: { name: string; reason: string }[]
}

export type ResolveOptions = {
  /** True if loopback addresses were requested explicitly, also by `localhost`. */
  allowLoopback: boolean
  timeoutMs: number
  /** Default 8, as the system's resolver has few threads. */
  lookupsAtOnce?: number
  signal?: AbortSignal | undefined
  lookup?: (name: string) => Promise<readonly { address: string }[]>
}

const addressesPerNameMax = 16

/** Resolves names with the system's resolver (hosts file, DNS). The addresses pass the same checks as any target. */
export async function resolveNames(names: readonly string[], options: ResolveOptions): Promise<ResolvedNames> {
  const result: ResolvedNames = { ranges: [], namesByAddress: new Map(), failures: [] }
  const waiting = names.values()
  const worker = async () => {
    for (const name of waiting) {
      options.signal?.throwIfAborted()
      try {
        await resolveName(name, options, result)
      } catch (error) {
        result.failures.push({ name, reason: messageOf(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: options.lookupsAtOnce ?? 8 }, worker))
  options.signal?.throwIfAborted()
  return { ...result, ranges: mergeRanges(result.ranges) }
}

async function resolveName(name: string, options: ResolveOptions, result: ResolvedNames): Promise<void> {
  const found = await lookupWithin(name, options)
  const isLoopbackRequested = options.allowLoopback || name === 'localhost' || name.endsWith('.localhost')
  let refusal = 'has no address'
  let taken = 0
  for (const { address } of found.slice(0, addressesPerNameMax)) {
    const target = parseTarget(address)
    if ('problem' in target) refusal = `${address} ${target.problem}`
    else if (target.kind !== 'address') refusal = `${address} is not an address`
    else if (isLoopback(target.canonical) && !isLoopbackRequested) {
      refusal = `resolves to this machine (${address}), which is not a requested target`
    } else {
      taken++
      result.ranges.push(target.range)
      const known = result.namesByAddress.get(target.canonical) ?? []
      result.namesByAddress.set(target.canonical, [...known, name])
    }
  }
  if (taken === 0) result.failures.push({ name, reason: refusal })
}

/** Looks up a name with a time limit. The system's resolver cannot be cancelled, so a late answer is ignored. */
async function lookupWithin(name: string, options: ResolveOptions): Promise<readonly { address: string }[]> {
  const lookup = options.lookup ?? ((text: string) => systemLookup(text, { all: true }))
  const done = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, done.signal]) : done.signal
  const late = delay(options.timeoutMs, undefined, { signal }).then(() => {
    throw new Error(`was not resolved within ${options.timeoutMs} ms`)
  })
  try {
    return await Promise.race([lookup(name), late])
  } finally {
    done.abort()
    await late.catch(() => undefined)
  }
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')
