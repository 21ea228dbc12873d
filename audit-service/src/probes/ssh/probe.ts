import { observe } from '@rollcall/agent/inventory/observe.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LoginTarget } from './log-in.ts'
import { type Logins, logInWithAny } from './logins.ts'
import { remoteHost } from './remote-host.ts'
import { openSession, type Session } from './session.ts'
import { sourcesFor } from './systems.ts'
import type { Transcript } from './transcript.ts'

export type SshProbeResult = {
  outcome: NonNullable<ObservationInput['probes']>[number]['outcome']
  detail: string
  /** The observation that an agent on the machine would produce. */
  observation?: ObservationInput
  transcript?: Transcript
}

const detailMax = 512
/** A remote machine answers one request after another. */
const patience = 3
const nameLimits = { timeoutMs: 10_000, outputBytesMax: 4096 }

/**
 * Logs in and reads the machine with the agent's sources. If the connection is lost, no observation is returned: half a
 * software list would look like the other half was uninstalled.
 */
export async function probeSsh(target: LoginTarget, logins: Logins): Promise<SshProbeResult> {
  const login = await logInWithAny(target, logins)
  if (login.result !== 'in') return { outcome: login.outcome, detail: cleanText(login.detail, detailMax) }
  const { client, key, username } = login
  const session = openSession(client)
  target.signal.addEventListener('abort', session.end)
  try {
    const read = await readSystem(session)
    const { observation } = read
    if (observation) observation.identity.sshHostKeys = withKey(observation.identity.sshHostKeys, key.fingerprint)
    return {
      ...read,
      detail: cleanText(`${username}: ${read.detail}`, detailMax),
      transcript: session.transcript,
    }
  } finally {
    target.signal.removeEventListener('abort', session.end)
    session.end()
  }
}

type Read = Pick<SshProbeResult, 'outcome' | 'detail' | 'observation'>

async function readSystem(session: Session): Promise<Read> {
  const lost = (): Read | undefined => {
    const error = session.lost()
    return error && { outcome: 'failed', detail: error.message }
  }
  const noSystem = 'not a system that can be audited by SSH'
  let name: string
  try {
    const { stdout } = await session.run({ text: 'uname -s', ...nameLimits }, true)
    name = stdout.toString('utf8').trim()
  } catch (error) {
    return lost() ?? { outcome: 'unavailable', detail: `${noSystem}: ${messageOf(error)}` }
  }
  const sources = await sourcesFor(name)
  if (!sources) return { outcome: 'unavailable', detail: `${noSystem}: ${name || 'it reports no name'}` }
  const observation = await observe(remoteHost(session.run), { now: () => new Date(), newId, sources, patience })
  const { probes = [], hardware, software, network } = observation
  const failure = lost()
  if (failure) return failure
  if (!hardware && !software && !network) return { outcome: 'failed', detail: 'nothing could be read' }
  return { outcome: 'ok', detail: [name, ...missing(probes)].join(', '), observation }
}

/** Returns the data that exists but could not be read. */
function missing(probes: NonNullable<ObservationInput['probes']>): string[] {
  return probes.flatMap(({ probe, outcome, detail }) =>
    outcome === 'refused' || outcome === 'failed' ? `without ${probe} (${detail})` : [],
  )
}

const withKey = (keys: string[] | undefined, key: string): string[] => [...new Set([...(keys ?? []), key])].sort()
