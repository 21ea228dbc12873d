import { Resolver } from 'node:dns/promises'

type Lookup = (name: string) => Promise<{ address: string }[]>

const timeoutMs = 2_000
const tries = 2
/** After so many failures in a row the server is taken for gone: a large domain must not wait for each of its names. */
const failuresMax = 128

/**
 * Looks names up with the domain's own DNS: a domain controller nearly always answers for its domain, and the machine of
 * the Audit Service may know nothing of it. Undefined where the server at this address has no DNS for the domain.
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

/** The same look-up, that fails at once when none was answered for long. */
export function givingUp(lookup: Lookup): Lookup {
  let failures = 0
  return async (name) => {
    if (failures >= failuresMax) throw new Error('the DNS of the domain does not answer any more')
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

/** The DNS name of a domain is in the DC parts of every distinguished name of it (RFC 2247). */
const domainOf = (dn: string): string =>
  [...dn.matchAll(/(?:^|,)\s*dc\s*=\s*([^,\\\s]+)/gi)].map(([, label]) => label).join('.')

async function addressesOf(resolver: Resolver, name: string): Promise<{ address: string }[]> {
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(noneOr), resolver.resolve6(name).catch(noneOr)])
  return [...four, ...six].map((address) => ({ address }))
}

/** "No such name" and "no such record" are answers; anything else is a server that does not do its work. */
function noneOr(error: unknown): [] {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOTFOUND' || code === 'ENODATA') return []
  throw error
}
