import { messageOf } from '@rollcall/shared/errors.ts'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'

type Labels = Readonly<Record<string, string>>
export type Sample = readonly [labels: Labels, value: number]

/** Gauge with its value, or with a value for each combination of labels. Absent while there is no value. */
type GaugeOf<Facts> = {
  help: string
  labels?: readonly string[]
  values(facts: Facts): Iterable<Sample> | number | undefined
}

/** Gauges that are computed from the same facts. */
export type Section<Facts> = {
  name: string
  /** Time for which the facts are cached, so that frequent scrapes cost no more than one. */
  freshMs: number
  read(): Promise<Facts>
  /** By the names of their metrics. */
  gauges: Readonly<Record<string, GaugeOf<Facts>>>
}

type Sections = { add<Facts>(section: Section<Facts>): void }

/**
 * Creates sections of gauges whose facts are read at a scrape. Facts that cannot be read leave out their gauges and no
 * others; `rollcall_metrics_section_up` is then 0.
 */
export function createSections(registry: Registry, log: Logger): Sections {
  const registers = [registry]
  const readers = new Map<string, () => Promise<unknown>>()
  new Gauge({
    name: 'rollcall_metrics_section_up',
    help: '1 if the metrics of a section could be read.',
    labelNames: ['section'],
    registers,
    async collect() {
      for (const [section, read] of readers) this.set({ section }, (await read()) === undefined ? 0 : 1)
    },
  })

  return {
    add(section) {
      const read = cached(section, (error) =>
        log.debug({ section: section.name, reason: messageOf(error) }, 'metrics: a section cannot be read'),
      )
      readers.set(section.name, read)
      for (const [name, { help, labels = [], values }] of Object.entries(section.gauges)) {
        new Gauge({
          name,
          help,
          labelNames: [...labels],
          registers,
          async collect() {
            const facts = await read()
            this.reset()
            // Without a value, a gauge without labels would be 0.
            if (labels.length === 0) this.remove()
            const value = facts === undefined ? undefined : values(facts)
            if (typeof value === 'number') this.set(value)
            else if (value !== undefined) for (const [each, number] of value) this.set({ ...each }, number)
          },
        })
      }
    },
  }
}

/** Caches facts. Undefined if they cannot be read, which is tried again after the same time. */
function cached<Facts>(
  { read, freshMs }: Section<Facts>,
  onError: (error: unknown) => void,
): () => Promise<Facts | undefined> {
  let readAt = Number.NEGATIVE_INFINITY
  let last: Promise<Facts | undefined> = Promise.resolve(undefined)
  return () => {
    if (performance.now() - readAt < freshMs) return last
    readAt = performance.now()
    last = read().catch((error: unknown) => {
      onError(error)
      return undefined
    })
    return last
  }
}
