import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Refused } from './deliver.ts'
import { addressFault, literalAddress } from './webhook-reach.ts'

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

const resolveByDns: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * The addresses that a webhook may be sent to. The caller connects to these and asks no more, so that a name cannot
 * become another address in between. One address that may not be reached refuses them all.
 */
export async function allowedAddresses(url: URL, allowPrivate: boolean, resolve: Resolve = resolveByDns) {
  const literal = literalAddress(url)
  const addresses = literal === undefined ? await resolve(url.hostname) : [{ address: literal, family: isIP(literal) }]
  for (const { address } of addresses) {
    const fault = addressFault(address, url, allowPrivate)
    if (fault !== undefined) throw new Refused(`${address} ${fault}`)
  }
  return addresses
}
