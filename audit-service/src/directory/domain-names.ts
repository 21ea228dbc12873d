import { Resolver } from 'node:dns/promises'
import { codeOf } from '@rollcall/shared/errors.ts'

type Lookup = (name: string) => Promise<{ address: string }[]>

const timeoutMs = 2_000
const tries = 2
/** Failures in a row after which the server counts as unreachable: a large domain must not wait for each name. */
const failuresMax = 128

/**
 * Resolves names with the domain's own DNS server: a domain controller nearly always serves its domain, while the Audit
 * Service's machine may not know it. Returns undefined if the server does not serve the domain.
 */
export async function domainLookup(serverAddress: string, baseDn: string): Promise<Lookup | undefined> {
  const domain = domainOf(baseDn)
  if (domain === '') return undefined
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  resolver.setServers([serverAddress.includes(':') ? `[${serverAddress}]` : serverAddress])
  const answers = await resolver.resolveSoa(domain).then(
    () => true,
    () => false,
  )
  return answers ? givingUp((name) => addressesOf(resolver, name)) : undefined
}

/** Wraps a look-up to fail at once after many failures in a row. */
export function givingUp(lookup: Lookup): Lookup {
  let failures = 0
  return async (name) => {
    if (failures >= failuresMax) throw new Error('the DNS server of the domain stopped answering')
    try {
      const found = await lookup(name)
      failures = 0
      return found
    } catch (error) {
      failures += 1
      throw error
    }
  }
}

/** Returns the DNS name of a domain, from the DC parts of a distinguished name (RFC 2247). */
const domainOf = (dn: string): string =>
  [...dn.matchAll(/(?:^|,)\s*dc\s*=\s*([^,\\\s]+)/gi)].map(([, label]) => label).join('.')

async function addressesOf(resolver: Resolver, name: string): Promise<{ address: string }[]> {
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(noneOr), resolver.resolve6(name).catch(noneOr)])
  return [...four, ...six].map((address) => ({ address }))
}

/**
 * Returns an empty list for "no such name" and "no such record"; rethrows every other error, which means a failing
 * server.
 */
function noneOr(error: unknown): [] {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return []
  throw error
}
