import { messageOf } from '@rollcall/shared/errors.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { type Host, LimitError, RefusedError } from '../platform/host.ts'
import { mapBounded } from './map-bounded.ts'

/** One source of a section of the inventory. It returns data and changes nothing. */
export type Source<Part> = {
  /** Name in the observation's probes: up to 32 characters. */
  name: string
  /** Name of a source: this one runs only if that source was unavailable or failed. */
  fallbackFor?: string
  isAvailable(host: Host): Promise<boolean>
  /** A source that stops at one of its limits still returns the rest, and names what is missing with `onCut`. */
  collect(host: Host, onCut?: OnCut): Promise<Part>
}

/** Reports data that is missing because of a limit: `stopped after 1024 printers`. */
export type OnCut = (what: string) => void

type Probe = NonNullable<ObservationInput['probes']>[number]

type Collected<Part> = {
  /** Results of the successful sources, in the order of registration. */
  parts: { source: string; part: Part }[]
  probes: Probe[]
  /** Data missing because a limit was reached or a source failed. */
  truncated: string[]
}

const sourceTimeoutMs = 30_000
const concurrencyMax = 6

/** Runs the sources concurrently. A failed source is recorded with its reason and does not affect the others. */
export async function collectAll<Part>(
  host: Host,
  section: string,
  sources: readonly Source<Part>[],
): Promise<Collected<Part>> {
  const outcomes = new Map<string, { probe: Probe; value?: Part; cuts?: string[] }>()
  const run = async (batch: readonly Source<Part>[]) => {
    // All sources check at once, so that a remote machine receives their requests together.
    const availability = await Promise.all(
      batch.map(async (source) => ({ source, answer: await attempt(source.name, () => source.isAvailable(host)) })),
    )
    await mapBounded(availability, concurrencyMax, async ({ source, answer }) => {
      const { name } = source
      if (answer.value) {
        const cuts: string[] = []
        const outcome = await attempt(name, () => source.collect(host, (what) => cuts.push(what)))
        outcomes.set(name, { ...outcome, cuts })
      } else if (answer.probe.outcome !== 'ok') outcomes.set(name, { probe: answer.probe })
      else outcomes.set(name, { probe: { probe: name, outcome: 'unavailable' } })
    })
  }
  await run(sources.filter((source) => source.fallbackFor === undefined))
  await run(
    sources.filter(({ fallbackFor }) => fallbackFor !== undefined && outcomes.get(fallbackFor)?.probe.outcome !== 'ok'),
  )

  const collected: Collected<Part> = { parts: [], probes: [], truncated: [] }
  for (const source of sources) {
    const outcome = outcomes.get(source.name)
    if (!outcome) continue
    collected.probes.push(outcome.probe)
    collected.truncated.push(...(outcome.cuts ?? []).map((what) => `${section}: ${source.name} ${what}`))
    if (outcome.value !== undefined) collected.parts.push({ source: source.name, part: outcome.value })
    const covered = sources.some(
      ({ name, fallbackFor }) => fallbackFor === source.name && outcomes.get(name)?.probe.outcome === 'ok',
    )
    if (outcome.probe.outcome === 'failed' && !covered) {
      collected.truncated.push(`${section}: without ${source.name} (${outcome.probe.detail})`)
    }
  }
  return collected
}

async function attempt<T>(probe: string, run: () => Promise<T>): Promise<{ probe: Probe; value?: T }> {
  try {
    return { value: await withTimeout(run()), probe: { probe, outcome: 'ok' } }
  } catch (error) {
    const outcome = error instanceof RefusedError ? 'refused' : 'failed'
    return { probe: { probe, outcome, detail: messageOf(error) } }
  }
}

/** Rejects after a time: a read from a dead file system or a stuck driver never returns, but the run must. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new LimitError(`not finished within ${sourceTimeoutMs} ms`)), sourceTimeoutMs)
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
