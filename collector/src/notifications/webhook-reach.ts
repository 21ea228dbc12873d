import ipaddr from 'ipaddr.js'
import { reachOf } from '../reach.ts'

/** The address that a URL itself names; undefined where it has a name, which the DNS is asked for when it is called. */
export function literalAddress({ hostname }: URL): string | undefined {
  // URL has brought every way to write an IPv4 address to four decimal numbers.
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? host : undefined
}

/** What keeps a webhook from an address, in words that follow it; undefined where it may go there. */
export function addressFault(address: string, { protocol }: URL, allowPrivate: boolean): string | undefined {
  const reach = reachOf(address)
  if (reach === 'metadata') return 'is a metadata service; no webhook is sent there'
  if (reach === 'private' && !allowPrivate) {
    return 'is on this machine or network; a webhook is sent there only where allowPrivateWebhooks is on'
  }
  if (reach === 'public' && protocol !== 'https:')
    return 'is not on this network, for which alone http:// is; use https://'
  return undefined
}

/** The same of what a URL tells without the DNS: its address, or that it is of this machine (RFC 6761 section 6.3). */
export function urlFault(url: URL, allowPrivate: boolean): string | undefined {
  const address = /(^|\.)localhost\.?$/.test(url.hostname) ? '127.0.0.1' : literalAddress(url)
  return address === undefined ? undefined : addressFault(address, url, allowPrivate)
}
