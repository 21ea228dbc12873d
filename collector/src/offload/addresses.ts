import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { StorageProblem } from './problem.ts'

/**
 * Where clouds keep their metadata services, which give credentials to whoever asks from inside. All else is allowed:
 * a bucket on the own network is the usual case.
 */
const forbidden = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128'].map((range) => ipaddr.parseCIDR(range))

function isForbidden(address: string): boolean {
  const parsed = ipaddr.process(address.replace(/%.*$/, ''))
  return forbidden.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}

const refusal = (address: string) =>
  new StorageProblem('forbidden_address', `${address} is an address of cloud metadata services.`)

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
