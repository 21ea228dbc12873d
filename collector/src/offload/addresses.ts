import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { reachOf } from '../reach.ts'
import { StorageProblem } from './problem.ts'

/** All else is allowed: a bucket on the own network is the usual case. */
const isForbidden = (address: string): boolean => reachOf(address) === 'metadata'

const refusal = (address: string) =>
  new StorageProblem('forbidden_address', `${address} is a metadata service; no snapshot is sent there.`)

/** For an address in the endpoint itself, which is never looked up. */
export function refuseForbidden(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && isForbidden(address)) throw refusal(address)
}

/** dns.lookup for connections: what a name resolves to is checked when it is dialled, as names can change. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
    const bad = error ? undefined : addresses.find(isForbidden)
    callback(bad === undefined ? error : refusal(bad), found, family)
  })
}
