import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { reachOf } from '../reach.ts'
import { Refused } from './deliver.ts'

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

const resolveByDns: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * The addresses that a webhook may be sent to. The caller connects to these and asks no more, so that a name cannot
 * become another address in between. One address that may not be reached refuses them all.
 */
export async function allowedAddresses(url: URL, allowPrivate: boolean, resolve: Resolve = resolveByDns) {
  // URL has brought every way to write an IPv4 address to four decimal numbers.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv4' ? 4 : 6 }]
    : await resolve(host)
  for (const { address } of addresses) {
    const reach = reachOf(address)
    if (reach === 'metadata') throw new Refused(`${address} is a metadata service; no webhook is sent there`)
    if (reach === 'private' && !allowPrivate) {
      throw new Refused(`${address} is on this machine or network; the site's settings do not allow that`)
    }
    if (reach === 'public' && url.protocol !== 'https:') {
      throw new Refused('http:// is for addresses on this network; use https://')
    }
  }
  return addresses
}
