import { createHash } from 'node:crypto'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import type { HostMemory } from '../../host-memory/host-memory.ts'

/** Outcomes of credentials at hosts, so that our attempts lock out nobody. */
export type AttemptsPerDay = {
  /**
   * Returns the credentials to try on the host now, without those it refused within a day, unless the caller retries
   * them. Keys come before passwords, except keys that it once refused; then the one that worked last.
   */
  candidates(address: string, credentials: readonly SshCredential[]): SshCredential[]
  /** Returns the attempts of the last day that the host refused, and their limit. */
  attempts(address: string): { used: number; limit: number }
  accepted(address: string, credential: SshCredential): void
  rejected(address: string, credential: SshCredential): void
}

/** fail2ban bans after five failures, and some directories lock an account after as many. */
const rejectionsPerDayMax = 3
/** Limit of one host; the oldest are dropped. */
const rejectionsMax = 64

export function attemptsPerDay(
  hosts: Pick<HostMemory, 'sshOf' | 'metBySsh'>,
  { retriesRefused = false, nowMs = Date.now }: { retriesRefused?: boolean; nowMs?: () => number } = {},
): AttemptsPerDay {
  const refusedBy = (address: string) => hosts.sshOf(address)?.refused ?? []
  const refusedLastDay = (address: string) => {
    const dayAgo = nowMs() - dayMs
    return refusedBy(address).filter(({ atMs }) => atMs > dayAgo)
  }
  const without = (address: string, key: string) => refusedBy(address).filter(({ credential }) => credential !== key)
  return {
    candidates(address, credentials) {
      const dayAgo = nowMs() - dayMs
      const refused = refusedBy(address)
      const room = rejectionsPerDayMax - refusedLastDay(address).length
      const accepted = hosts.sshOf(address)?.accepted
      const lastRefusal = (key: string) => refused.findLast((each) => each.credential === key)?.atMs ?? 0
      const isByKey = ({ credential }: { credential: SshCredential }) => credential.kind === 'ssh-key'
      const isFreshKey = (each: { credential: SshCredential; key: string }) =>
        isByKey(each) && lastRefusal(each.key) === 0
      return credentials
        .map((credential) => ({ credential, key: keyOf(credential) }))
        .filter(({ key }) => retriesRefused || lastRefusal(key) <= dayAgo)
        .toSorted(
          (a, b) =>
            Number(isFreshKey(b)) - Number(isFreshKey(a)) ||
            Number(b.key === accepted) - Number(a.key === accepted) ||
            Number(isByKey(b)) - Number(isByKey(a)) ||
            lastRefusal(a.key) - lastRefusal(b.key),
        )
        .slice(0, Math.max(0, room))
        .map(({ credential }) => credential)
    },
    attempts: (address) => ({ used: refusedLastDay(address).length, limit: rejectionsPerDayMax }),
    accepted(address, credential) {
      const accepted = keyOf(credential)
      hosts.metBySsh(address, { accepted, refused: without(address, accepted) })
    },
    rejected(address, credential) {
      const key = keyOf(credential)
      const before = [...without(address, key), ...refusedLastDay(address).filter((each) => each.credential === key)]
      const refused = [...before, { credential: key, atMs: nowMs() }].slice(-rejectionsMax)
      hosts.metBySsh(address, { ...hosts.sshOf(address), refused })
    },
  }
}

/**
 * Returns a key that changes with the secret, so that a corrected credential is tried at once. Two bytes of a digest
 * are enough for that, and too few to guess the secret.
 */
function keyOf(credential: SshCredential): string {
  const digest = createHash('sha256').update(JSON.stringify(credential)).digest('hex')
  return `${credential.id ?? credential.username.slice(0, 64)} ${digest.slice(0, 4)}`
}
