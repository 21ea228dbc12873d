import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { idOf } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { type LeaveOut, strictestOf } from '@rollcall/shared/messages/agent-settings.ts'
import type { Spool } from '@rollcall/shared/node/spool.ts'
import { isPrivileged } from '@rollcall/shared/node/trusted-program.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { type AgentConfig, cachePath } from './config.ts'
import { observe } from './inventory/observe.ts'
import { linuxSources, type SourceSet } from './inventory/sources.ts'
import { sourcesFor, withoutPeople } from './leave-out.ts'
import { readLeaveOut } from './leave-out-setting.ts'
import { LimitError } from './platform/host.ts'
import { type LocalHost, localHost } from './platform/local.ts'
import { storeSnapshot } from './spool.ts'

type SnapshotOptions = {
  agentId?: string | undefined
  signal?: AbortSignal | undefined
  cacheFolder?: string | undefined
  leaveOut?: LeaveOut | undefined
  /** Time after which the sources that have not answered are left out. */
  timeoutMs?: number
}

/** Takes a snapshot of this machine as its sources report it. The collector repairs odd values. */
export async function takeSnapshot(options: SnapshotOptions = {}): Promise<ObservationInput> {
  const { agentId, signal, cacheFolder, leaveOut, timeoutMs = 120_000 } = options
  const sources = sourcesFor((await localSources()) ?? linuxSources, leaveOut)
  const host = localHost({ signal, cacheFolder, readsOnce: true })
  const limit = new AbortController()
  const reason = new LimitError(`the snapshot took longer than ${timeoutMs} ms`)
  const timer = setTimeout(() => limit.abort(reason), timeoutMs)
  try {
    const seen = await observe(host, {
      agentId,
      now: () => new Date(),
      newId,
      isPrivileged: isPrivileged(),
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      sources,
    })
    signal?.throwIfAborted()
    const snapshot = { ...seen, probes: [...refusalsOf(host), ...(seen.probes ?? [])] }
    return leaveOut === undefined ? snapshot : withoutPeople(snapshot, leaveOut)
  } finally {
    clearTimeout(timer)
  }
}

/** Without Web Crypto, which takes longer to load than the rest of a snapshot's id. */
const newId = (): string => idOf(randomBytes(16))

const listedMax = 6
/** The limit of an observation. */
const detailCharsMax = 512

/**
 * Returns probes for the programs that must not be run, and for the files that this user may not read: their data is
 * missing, though the sources go on without it. The texts are the same in the next run.
 */
function refusalsOf(host: LocalHost): NonNullable<ObservationInput['probes']> {
  const programs = [...host.refusedPrograms()].map(([program, detail]) => ({
    probe: `program ${program}`,
    outcome: 'refused' as const,
    detail: detail.slice(0, detailCharsMax),
  }))
  const denied = host.deniedPaths()
  if (denied.length === 0) return programs
  const rest = denied.length > listedMax ? ` and ${denied.length - listedMax} more` : ''
  const detail = `this user may not read ${denied.slice(0, listedMax).join(', ')}${rest}`
  return [...programs, { probe: 'permissions', outcome: 'refused', detail: detail.slice(0, detailCharsMax) }]
}

/** Takes a snapshot and stores it on disk. Returns the number of older ones that were dropped for it. */
export async function storeNewSnapshot(
  spool: Spool,
  config: AgentConfig,
  { stateDir, signal }: { stateDir: string; signal?: AbortSignal | undefined },
): Promise<number> {
  const { agentId } = config
  const leaveOut = strictestOf(config.leaveOut, await readLeaveOut(stateDir))
  const snapshot = await takeSnapshot({ agentId, signal, cacheFolder: cachePath(stateDir), leaveOut })
  return storeSnapshot(spool, packSnapshot(snapshot))
}

/** Compresses an observation for the spool and the collector. */
const packSnapshot = (observation: ObservationInput): Buffer => gzipSync(JSON.stringify(observation))

/** Returns the machine's description for the join, without the sources of hardware and software, which take longest. */
export async function describeSelf(): Promise<{ hostname: string; version: string; machineId?: string | undefined }> {
  const sources = { ...((await localSources()) ?? linuxSources), hardware: [], software: [] }
  const seen = await observe(localHost(), { now: () => new Date(), newId, sources })
  const { machineId, hostname } = seen.identity
  return { hostname: hostname ?? 'unknown', version: productVersion, machineId }
}

/** Returns the sources of a system other than Linux, whose code is loaded only there; undefined on Linux. */
async function localSources(): Promise<SourceSet | undefined> {
  if (process.platform === 'linux') return undefined
  if (process.platform === 'darwin') return (await import('./inventory/macos-sources.ts')).macosSources
  if (process.platform !== 'win32') throw new OperatorError(`the agent does not support ${process.platform}`)
  const { nativeWindows } = await import('./platform/windows/native.ts')
  return (await import('./inventory/windows-sources.ts')).windowsSources(await nativeWindows())
}
