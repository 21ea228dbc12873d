import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export type ReverseNames = {
  /** The PTR name of the address, without its final dot; undefined when there is none. */
  nameOf(address: string): Promise<string | undefined>
}

const timeoutMs = 500
/** A name server that does not answer this often is asked no more in this scan: it would slow down every host. */
const timeoutsMax = 3

/** Asks the system's name servers who an address is. Never fails: a name is nice to have. */
export function createReverseNames(): ReverseNames {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  let timeouts = 0
  return {
    async nameOf(address) {
      if (timeouts >= timeoutsMax || ipaddr.process(address).range() === 'loopback') return undefined
      try {
        const [name] = await resolver.reverse(address)
        timeouts = 0
        return name?.replace(/\.$/, '').toLowerCase()
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        // Anything but "no such name" is a name server that does not do its work.
        if (code !== 'ENOTFOUND' && code !== 'ENODATA') timeouts += 1
        return undefined
      }
    },
  }
}
