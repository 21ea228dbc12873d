import { type LookupAddress, lookup } from 'node:dns'
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { within } from '@rollcall/shared/node/within.ts'
import ipaddr from 'ipaddr.js'
import { type AddressScope, addressScope, withoutBrackets } from './address-scope.ts'
import { type AllowedRange, isAllowed } from './allow-list.ts'

/** Purpose of an outbound call. Webhooks without https reach only addresses that the operator allows. */
export type Purpose = 'webhooks' | 'webhooks without https' | 'mail' | 'snapshot storage' | 'sign-in' | 'directories'

export type Target = { host: string; port: number }
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** The policy refused a call. The message contains no resolved address. */
export class OutboundRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutboundRefused'
  }
}

type OutboundOptions = {
  /** `ROLLCALL_OUTBOUND_ALLOW`. */
  allow?: readonly AllowedRange[]
  /** Ports that this process listens on: closed on all addresses of this machine. */
  ownPorts?: () => readonly number[]
  resolve?: Resolve
  /** Called for each refused call, for the operator's log. */
  onRefused?: (call: Target & { purpose: Purpose; address: string; scope: AddressScope }) => void
}

/** The only way to connect to an address from a site's settings. */
export type Outbound = {
  /** Throws `OutboundRefused` if the host is a refused address. Names pass: `connect` resolves them. */
  checkAddress(purpose: Purpose, target: Target): void
  /** Resolves the host once, checks every address, and connects to one of the checked addresses. */
  connect(purpose: Purpose, target: Target & { signal?: AbortSignal | undefined }): Promise<Socket>
}

const connectMsMax = 10_000
const resolveByDns: Resolve = async (hostname) => promisify(lookup)(hostname, { all: true })

export function createOutbound({
  allow = [],
  ownPorts = () => [],
  resolve = resolveByDns,
  onRefused,
}: OutboundOptions): Outbound {
  const check = (purpose: Purpose, { host, port }: Target, addresses: readonly string[]) => {
    for (const address of addresses) {
      const scope = addressScope(address)
      if (isAllowed(allow, address, port, scope === 'metadata')) continue
      const isOwn = ownPorts().includes(port) && isOwnAddress(address)
      if (!isOwn && openScopes[purpose].includes(scope)) continue
      onRefused?.({ purpose, host, port, address, scope })
      const what = isOwn ? 'this process' : scopeText[scope]
      throw new OutboundRefused(
        `${host} is ${what}, which is closed to ${purpose}. Only the operator can open it (ROLLCALL_OUTBOUND_ALLOW).`,
      )
    }
  }
  const addressesOf = async (host: string): Promise<LookupAddress[]> => {
    const family = isIP(host)
    return family === 0 ? await resolve(host) : [{ address: host, family }]
  }
  return {
    checkAddress(purpose, target) {
      const host = withoutBrackets(target.host)
      // RFC 6761 section 6.3: names below localhost are always loopback.
      const address = /(^|\.)localhost\.?$/i.test(host) ? '127.0.0.1' : host
      if (isIP(address) !== 0) check(purpose, { ...target, host }, [address])
    },
    async connect(purpose, { host: given, port, signal }) {
      const host = withoutBrackets(given)
      const ended = AbortSignal.any([AbortSignal.timeout(connectMsMax), ...(signal ? [signal] : [])])
      const addresses = await within(ended, addressesOf(host))
      check(
        purpose,
        { host, port },
        addresses.map(({ address }) => address),
      )
      const socket = connect({ host, port, lookup: among(addresses) })
      // The user of the socket listens as well. An error without any listener would end the process.
      socket.on('error', () => undefined)
      try {
        await once(socket, 'connect', { signal: ended })
      } catch (error) {
        socket.destroy()
        throw ended.aborted ? ended.reason : error
      }
      return socket
    },
  }
}

const openScopes: Record<Purpose, readonly AddressScope[]> = {
  webhooks: ['public'],
  'webhooks without https': [],
  mail: ['public', 'private'],
  'snapshot storage': ['public', 'private'],
  'sign-in': ['public', 'private'],
  directories: ['public', 'private'],
}

const scopeText: Record<AddressScope, string> = {
  public: 'a public address',
  private: 'a private address',
  loopback: 'a loopback address',
  'link-local': 'a link-local address',
  unspecified: 'an unspecified address',
  multicast: 'a multicast or broadcast address',
  reserved: 'a reserved address',
  metadata: 'a cloud metadata service',
}

/** Returns true if the address belongs to this machine. Interfaces come and go, so each call asks the system. */
function isOwnAddress(text: string): boolean {
  const address = ipaddr.process(text).toNormalizedString()
  return Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some((own) => ipaddr.process(own.address).toNormalizedString() === address),
  )
}

/** Answers with the checked addresses, so that the name cannot change in between. */
const among = (addresses: readonly LookupAddress[]): LookupFunction => {
  return (hostname, options, callback) => {
    const [first] = addresses
    if (!first) return callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), [])
    return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
  }
}
