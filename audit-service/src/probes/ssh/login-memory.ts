import { createHash } from 'node:crypto'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'

/** How hosts took to credentials, so that nobody is locked out for our trying. */
export type LoginMemory = {
  /** What may be tried on the host now: the one that was let in last, then those the host has not refused lately. */
  candidates(address: string, credentials: readonly SshCredential[]): SshCredential[]
  accepted(address: string, credential: SshCredential): void
  rejected(address: string, credential: SshCredential): void
}

type Host = { accepted?: string; rejected: Map<string, number> }

/** fail2ban bans after five, and some directories lock an account after as many. */
const rejectionsPerDayMax = 3
const dayMs = 24 * 60 * 60 * 1000
const hostsMax = 100_000

/** Lasts as long as the process. */
export function createLoginMemory(now: () => number = Date.now): LoginMemory {
  const hosts = new Map<string, Host>()
  const hostOf = (address: string): Host => {
    const host = hosts.get(address) ?? { rejected: new Map() }
    hosts.delete(address)
    hosts.set(address, host)
    // The one that was not met for longest.
    for (const oldest of hosts.keys()) if (hosts.size > hostsMax) hosts.delete(oldest)
    return host
  }
  return {
    candidates(address, credentials) {
      const { accepted, rejected } = hostOf(address)
      const dayAgo = now() - dayMs
      const room = rejectionsPerDayMax - [...rejected.values()].filter((at) => at > dayAgo).length
      const lastRefusal = (credential: SshCredential) => rejected.get(keyOf(credential)) ?? 0
      const isAccepted = (credential: SshCredential) => Number(keyOf(credential) === accepted)
      return credentials
        .filter((credential) => lastRefusal(credential) <= dayAgo)
        .toSorted((a, b) => isAccepted(b) - isAccepted(a) || lastRefusal(a) - lastRefusal(b))
        .slice(0, Math.max(0, room))
    },
    accepted(address, credential) {
      const host = hostOf(address)
      host.accepted = keyOf(credential)
      host.rejected.delete(host.accepted)
    },
    rejected(address, credential) {
      hostOf(address).rejected.set(keyOf(credential), now())
    },
  }
}

/** With the secret in it: one that was corrected is another credential. */
const keyOf = (credential: SshCredential): string =>
  createHash('sha256').update(JSON.stringify(credential)).digest('base64')
