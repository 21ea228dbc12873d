import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { SystemContext } from '../../lib/context.ts'
import type { Metrics } from '../../lib/metrics.ts'
import { resultSection, type ServiceSources, serviceSection } from './audit-service-section.ts'
import { createCounters } from './counters.ts'
import { createHeartbeatCache } from './heartbeats.ts'
import { type ListenAddress, listenMetrics, type MetricsServer } from './listen.ts'
import { type MachineSources, machineSection } from './machine-section.ts'
import { createSections } from './sections.ts'
import { siteSection } from './site-section.ts'
import { storeSection } from './store-section.ts'
import { type WorkState, workSection } from './work-section.ts'

/** Parts of the collector whose state is read at a scrape. */
type MetricsSources = MachineSources & Pick<ServiceSources, 'messaging'> & { workState(): WorkState }

type CollectorMetrics = {
  /** Counts work, for all other rooms. */
  counters: Metrics
  serve(system: SystemContext, sources: MetricsSources): Promise<MetricsServer>
}

/** Interval at which the delay of the event loop is measured. */
const eventLoopMs = 20

/** Gauges of the library that end in `_total`, and the lists that they sum up: promtool rejects the names. */
const misnamed = ['handles', 'requests', 'resources'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
])

/** Creates the metrics of this process. Only called if the operator wants them, so others load no library for it. */
export function createMetrics(address: ListenAddress, log: Logger): CollectorMetrics {
  const registry = new Registry()
  const heartbeats = createHeartbeatCache()
  return {
    counters: createCounters(registry, heartbeats),
    serve(system, sources) {
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopMs })
      for (const name of misnamed) registry.removeSingleMetric(name)
      const sections = createSections(registry, log)
      sections.add(workSection(sources.workState))
      sections.add(machineSection(sources))
      sections.add(storeSection(system))
      sections.add(siteSection(system))
      sections.add(serviceSection(system, { heartbeats }))
      sections.add(resultSection(system, sources))
      return listenMetrics(registry, address, log)
    },
  }
}
