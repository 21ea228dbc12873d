import { observe } from '@rollcall/agent/inventory/observe.ts'
import { linuxSources, type SourceSet } from '@rollcall/agent/inventory/sources.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import type { LoginTarget } from './log-in.ts'
import { remoteHost } from './remote-host.ts'
import { openSession, type Session } from './session.ts'
import type { Transcript } from './transcript.ts'
import { attemptWith, type Logins, logInWithAny } from './try-credentials.ts'

/** Sources by the name that `uname -s` prints. */
const systems: Record<string, () => Promise<SourceSet>> = {
  Linux: async () => linuxSources,
  Darwin: async () => (await import('@rollcall/agent/inventory/macos-sources.ts')).macosSources,
}

export type SshProbeResult = {
  outcome: NonNullable<ObservationInput['probes']>[number]['outcome']
  detail: string
  /** Result of each credential, or of the host if it lets nobody log in; no secrets. */
  tried: AuditAttempt[]
  /** The observation that an agent on the machine would produce. */
  observation?: ObservationInput
  transcript?: Transcript
}

const detailMax = 512
const hostDetailMax = 200
const missingMax = 8
const missingCharsMax = 128
/** A remote machine answers one request after another. */
const patience = 3
const nameLimits = { timeoutMs: 10_000, outputBytesMax: 4096 }

/**
 * Logs in and reads the machine with the agent's sources. If the connection is lost, no observation is returned: half a
 * software list would look like the other half was uninstalled.
 */
export async function probeSsh(target: LoginTarget, logins: Logins): Promise<SshProbeResult> {
  const login = await logInWithAny(target, logins)
  if (login.result !== 'in') {
    const { outcome, text, tried } = login
    return { outcome, detail: cleanText(text, detailMax), tried }
  }
  const { client, key, credential, tried } = login
  const session = openSession(client)
  target.signal.addEventListener('abort', session.end)
  try {
    const { attempt, ...read } = await readSystem(session)
    const { observation } = read
    if (observation) observation.identity.sshHostKeys = withKey(observation.identity.sshHostKeys, key.fingerprint)
    return {
      ...read,
      detail: cleanText(`${credential.username}: ${read.detail}`, detailMax),
      tried: [
        ...tried,
        attemptWith(credential, target.port, target.signal.aborted ? { reason: 'time-limit' } : attempt),
      ],
      transcript: session.transcript,
    }
  } finally {
    target.signal.removeEventListener('abort', session.end)
    session.end()
  }
}

type Read = Pick<SshProbeResult, 'outcome' | 'detail' | 'observation'> & {
  attempt: Pick<AuditAttempt, 'reason' | 'detail' | 'missing'>
}

async function readSystem(session: Session): Promise<Read> {
  const lost = (): Read | undefined => {
    const error = session.lost()
    return error && { outcome: 'failed', detail: error.message, attempt: ofHost('connection-lost', error.message) }
  }
  const noSystem = 'not a system that can be audited by SSH'
  let name: string
  try {
    const { stdout } = await session.run({ text: 'uname -s', ...nameLimits }, true)
    name = stdout.toString('utf8').trim()
  } catch (error) {
    const why = messageOf(error)
    return lost() ?? { outcome: 'unavailable', detail: `${noSystem}: ${why}`, attempt: ofHost('no-shell', why) }
  }
  const sources = await systems[name]?.()
  if (!sources) {
    const detail = `${noSystem}: ${name || 'it reports no name'}`
    const attempt = name === '' ? ofHost('no-shell', 'it reports no name') : ofHost('unsupported-system', name)
    return { outcome: 'unavailable', detail, attempt }
  }
  const observation = await observe(remoteHost(session.run), { now: () => new Date(), newId, sources, patience })
  const { probes = [], hardware, software, network } = observation
  const failure = lost()
  if (failure) return failure
  if (!hardware && !software && !network) {
    return { outcome: 'failed', detail: 'nothing could be read', attempt: { reason: 'nothing-readable' } }
  }
  const unread = probes.filter(({ outcome }) => outcome === 'refused' || outcome === 'failed')
  const detail = [name, ...unread.map(describeUnread)].join(', ')
  return { outcome: 'ok', detail, observation, attempt: readResult(unread) }
}

type SourceResult = NonNullable<ObservationInput['probes']>[number]

const ofHost = (reason: AuditAttempt['reason'], detail: string) => ({
  reason,
  detail: cleanText(detail, hostDetailMax),
})

function readResult(unread: readonly SourceResult[]): Pick<AuditAttempt, 'reason' | 'missing'> {
  if (unread.length === 0) return { reason: 'read' }
  const missing = unread.slice(0, missingMax).map(({ probe, detail }) => cleanText(detail ?? probe, missingCharsMax))
  // A source is refused only for a lack of rights.
  return { reason: unread.some(({ outcome }) => outcome === 'refused') ? 'sudo-missing' : 'read-partly', missing }
}

/** Describes data that exists but could not be read. */
const describeUnread = ({ probe, detail }: SourceResult): string => `without ${probe} (${detail})`

const withKey = (keys: string[] | undefined, key: string): string[] => [...new Set([...(keys ?? []), key])].sort()
