import type { Logger } from 'pino'
import type { Streams } from '../http/answers/streams.ts'
import type { Ingest } from '../ingest/accept/ingest.ts'
import type { Reader } from '../ingest/reading/reader.ts'
import { type Metrics, noMetrics } from '../lib/metrics.ts'
import type { CollectorConfig } from '../operations/config.ts'
import type { MetricsServer } from '../operations/metrics/listen.ts'
import type { OpenSystem } from './open-system.ts'
import { type LateParts, readinessOf } from './serve-https.ts'

export type { MetricsServer } from '../operations/metrics/listen.ts'

/** Parts of the collector whose state is read at a scrape. */
type Parts = { open: OpenSystem; ingest: Ingest; reader: Reader; streams: Streams; late: LateParts }

type Monitoring = {
  /** Counts work, for all other rooms. */
  counters: Metrics
  /** Serves the metrics, also before the collector is ready. Undefined if the operator wants none. */
  serve(parts: Parts): Promise<MetricsServer | undefined>
}

/** Creates the metrics if the operator wants them. Only then their library is loaded. */
export async function createMonitoring({ metricsListen, dataDir }: CollectorConfig, log: Logger): Promise<Monitoring> {
  if (metricsListen === undefined) return { counters: noMetrics, serve: async () => undefined }
  const { createMetrics } = await import('../operations/metrics/metrics.ts')
  const { counters, serve } = createMetrics(metricsListen, log)
  return {
    counters,
    serve: ({ open, ingest, reader, streams, late }) =>
      serve(open.system, {
        dataDir,
        chainFile: open.certificates.chainFile,
        space: () => open.disk.space(),
        readiness: readinessOf(open, late),
        messaging: () => late.messaging,
        workState: () => ({
          ingest: ingest.waiting(),
          bodies: reader.waiting(),
          eventStreams: streams.count(),
          isInMaintenance: open.maintenance.isOn(),
        }),
      }),
  }
}
