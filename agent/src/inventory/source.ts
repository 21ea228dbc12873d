import { messageOf } from '@rollcall/shared/errors.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { within } from '@rollcall/shared/node/within.ts'
import { type Host, LimitError, RefusedError } from '../platform/host.ts'
import { boundText, boundTexts } from './bound-texts.ts'
import { mapBounded } from './map-bounded.ts'
import { hostOfSource } from './source-host.ts'

/** One source of a section of the inventory. It returns data and changes nothing. */
export type Source<Part> = {
  /** Name in the observation's probes: up to 32 characters. */
  name: string
  /**
   * Paths of the values that it reads, in its section: `disks`, `memory.modules`, `disks.health`. In brackets, only the
   * items of that runtime, hypervisor or package manager: `containers[docker]`, `[dpkg]`. If the source fails, the
   * collector completes them from the snapshot before.
   */
  reads: readonly string[]
  /** Name of a source: this one runs only if that source was unavailable or failed. */
  fallbackFor?: string
  /** Time limit of a source that is slow, with the reason beside it; the default is `sourceTimeoutMs`. */
  timeoutMs?: number
  isAvailable(host: Host): Promise<boolean>
  /** A source that stops at one of its limits still returns the rest, and names what is missing with `onCut`. */
  collect(host: Host, onCut?: OnCut): Promise<Part>
}

/**
 * Reports data that is missing because of a limit: `stopped after 1024 printers`. `reads` has the paths of the data, if
 * it is less than all that the source reads.
 */
export type OnCut = (what: string, reads?: readonly string[]) => void

type Probe = NonNullable<ObservationInput['probes']>[number]

type Collected<Part> = {
  /** Results of the successful sources, in the order of registration. */
  parts: { source: string; part: Part }[]
  probes: Probe[]
  /** Data missing because a limit was reached or a source failed. */
  truncated: string[]
  /** Paths of the data that was not read, or only in part. */
  incomplete: string[]
}

export type CollectOptions = {
  /** Multiplies the time limits of sources; default 1. */
  patience?: number
  /** Ends all sources; its reason is that of the missing data. */
  signal?: AbortSignal
  /** The run may read everything, so a refusal is a fault. Another run is refused the same data each time. */
  isPrivileged?: boolean | undefined
}

type Outcome<Part> = { probe: Probe; value?: Part; cuts: { what: string; reads: readonly string[] }[] }

/** Time for files, and for programs that answer from the kernel or from memory. */
const sourceTimeoutMs = 10_000
/** Sources of a section that run at once: four sections start at most 24 programs. */
const concurrencyMax = 6

/**
 * Runs the sources concurrently. A failed source is recorded with its reason and does not affect the others. Programs
 * of a source do not outlive it.
 */
export async function collectAll<Part>(
  host: Host,
  section: string,
  sources: readonly Source<Part>[],
  { isPrivileged = false, patience = 1, signal }: CollectOptions = {},
): Promise<Collected<Part>> {
  const outcomes = new Map<string, Outcome<Part>>()
  const run = async (batch: readonly Source<Part>[]) => {
    const attemptOf = <T>(own: Host, name: string, timeoutMs: number, work: (host: Host) => Promise<T>) =>
      attempt(own, name, timeoutMs * patience, signal, work)
    // All sources check at once, so that a remote machine receives their requests together.
    const availability = await Promise.all(
      batch.map(async (source) => {
        const cuts: Outcome<Part>['cuts'] = []
        const onCut: OnCut = (what, reads = source.reads) => cuts.push({ what, reads })
        const own = hostOfSource(host, onCut)
        const answer = await attemptOf(own, source.name, sourceTimeoutMs, (host) => source.isAvailable(host))
        return { source, own, cuts, onCut, answer }
      }),
    )
    await mapBounded(availability, concurrencyMax, async ({ source, own, cuts, onCut, answer }) => {
      const { name, timeoutMs = sourceTimeoutMs } = source
      if (answer.value) {
        const outcome = await attemptOf(own, name, timeoutMs, (host) => source.collect(host, onCut))
        own.reportOthers()
        outcomes.set(name, { ...outcome, cuts })
      } else if (answer.probe.outcome !== 'ok') outcomes.set(name, { probe: answer.probe, cuts })
      else outcomes.set(name, { probe: { probe: name, outcome: 'unavailable' }, cuts })
    })
  }
  await run(sources.filter((source) => source.fallbackFor === undefined))
  await run(
    sources.filter(({ fallbackFor }) => fallbackFor !== undefined && outcomes.get(fallbackFor)?.probe.outcome !== 'ok'),
  )

  const collected: Collected<Part> = { parts: [], probes: [], truncated: [], incomplete: [] }
  const incomplete = new Set<string>()
  for (const source of sources) {
    const outcome = outcomes.get(source.name)
    if (!outcome) continue
    const { probe, value, cuts } = outcome
    collected.probes.push(probe)
    if (value !== undefined) collected.parts.push({ source: source.name, part: boundTexts(value) })
    collected.truncated.push(...cuts.map(({ what }) => `${section}: ${source.name} ${what}`))
    const covering = sources.find(
      ({ name, fallbackFor }) => fallbackFor === source.name && outcomes.get(name)?.probe.outcome === 'ok',
    )
    const isUnread = probe.outcome === 'failed' || probe.outcome === 'refused'
    if (!covering && (probe.outcome === 'failed' || (probe.outcome === 'refused' && isPrivileged))) {
      collected.truncated.push(`${section}: without ${source.name} (${probe.detail})`)
    }
    for (const path of cuts.flatMap(({ reads }) => reads)) incomplete.add(path)
    if (isUnread) for (const path of source.reads) if (!covering?.reads.includes(path)) incomplete.add(path)
  }
  collected.incomplete = [...incomplete].map((path) => (path.startsWith('[') ? section + path : `${section}.${path}`))
  return collected
}

async function attempt<T>(
  host: Host,
  probe: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (host: Host) => Promise<T>,
): Promise<{ probe: Probe; value?: T }> {
  const ended = new AbortController()
  const own: Host = {
    ...host,
    run: (program, args, options) => host.run(program, args, { ...options, signal: ended.signal }),
  }
  try {
    signal?.throwIfAborted()
    const value = withTimeout(work(own), timeoutMs)
    return { value: await (signal ? within(signal, value) : value), probe: { probe, outcome: 'ok' } }
  } catch (error) {
    const outcome = error instanceof RefusedError ? 'refused' : 'failed'
    return { probe: { probe, outcome, detail: boundText(messageOf(error)) } }
  } finally {
    ended.abort()
  }
}

/** Rejects after a time: a read from a dead file system or a stuck driver never returns, but the run must. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new LimitError(`not finished within ${timeoutMs} ms`)), timeoutMs)
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
