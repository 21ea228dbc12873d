import { createHash } from 'node:crypto'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import type { HostMemory } from '../../host-memory/host-memory.ts'

/** How hosts took to credentials, so that nobody is locked out for our trying. */
export type LoginMemory = {
  /**
   * Credentials to try on the host now, without those it refused lately. Keys go before passwords, except keys it once
   * refused; then the one that was let in last.
   */
  candidates(address: string, credentials: readonly SshCredential[]): SshCredential[]
  accepted(address: string, credential: SshCredential): void
  rejected(address: string, credential: SshCredential): void
}

/** fail2ban bans after five, and some directories lock an account after as many. */
const rejectionsPerDayMax = 3
const dayMs = 24 * 60 * 60 * 1000
/** Of one host; the oldest are forgotten. */
const rejectionsMax = 64

export function loginMemory(
  hosts: Pick<HostMemory, 'sshOf' | 'metBySsh'>,
  nowMs: () => number = Date.now,
): LoginMemory {
  const refusedBy = (address: string) => hosts.sshOf(address)?.refused ?? []
  const without = (address: string, key: string) => refusedBy(address).filter(({ credential }) => credential !== key)
  return {
    candidates(address, credentials) {
      const dayAgo = nowMs() - dayMs
      const refused = refusedBy(address)
      const room = rejectionsPerDayMax - refused.filter(({ atMs }) => atMs > dayAgo).length
      const accepted = hosts.sshOf(address)?.accepted
      const lastRefusal = (key: string) => refused.find((each) => each.credential === key)?.atMs ?? 0
      const isByKey = ({ credential }: { credential: SshCredential }) => credential.kind === 'ssh-key'
      const isFreshKey = (each: { credential: SshCredential; key: string }) =>
        isByKey(each) && lastRefusal(each.key) === 0
      return credentials
        .map((credential) => ({ credential, key: keyOf(credential) }))
        .filter(({ key }) => lastRefusal(key) <= dayAgo)
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
    accepted(address, credential) {
      const accepted = keyOf(credential)
      hosts.metBySsh(address, { accepted, refused: without(address, accepted) })
    },
    rejected(address, credential) {
      const key = keyOf(credential)
      const refused = [...without(address, key), { credential: key, atMs: nowMs() }].slice(-rejectionsMax)
      hosts.metBySsh(address, { ...hosts.sshOf(address), refused })
    },
  }
}

/**
 * A credential whose secret was corrected is another one, to be tried at once. Two bytes of a digest are enough to
 * notice that, and too few to guess the secret by.
 */
function keyOf(credential: SshCredential): string {
  const digest = createHash('sha256').update(JSON.stringify(credential)).digest('hex')
  return `${credential.id ?? credential.username.slice(0, 64)} ${digest.slice(0, 4)}`
}
