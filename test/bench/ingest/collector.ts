import { open } from 'node:fs/promises'
import { toolsDir } from '../../../cli/src/project.ts'
import { startCollector } from '../../../collector/src/main.ts'
import { readCollectorConfig } from '../../../collector/src/operations/config.ts'
import { startProfile, type Times } from '../profiler.ts'
import { answerRequests } from './ipc.ts'

/** The process of a collector: the real one, of which only the size of ingest's groups is told. */
export type CollectorVerbs = {
  start(input: StartInput): Promise<{ url: string; caFile: string; siteId: string }>
  /** Since its start. */
  usage(input: null): Promise<Usage>
  startProfile(input: null): Promise<void>
  stopProfile(input: null): Promise<Times>
  stop(input: null): Promise<void>
}

type StartInput = { dataDir: string; port: string; natsPort: string; deliveriesPerGroupMax?: number }
export type Usage = { cpuMs: number; diskSyncs: number; residentBytes: number }

let diskSyncs = 0

/** Every sync of a file by this process: what was answered without one is not on disk. */
async function countSyncs(): Promise<void> {
  await using file = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(file)
  const { datasync } = prototype
  prototype.datasync = function (this: typeof file) {
    diskSyncs += 1
    return datasync.call(this)
  }
}

function serve(): void {
  let stop: (() => Promise<unknown>) | undefined
  let stopProfile: Awaited<ReturnType<typeof startProfile>> = async () => ({ parts: {}, files: {} })
  answerRequests({
    async start({ deliveriesPerGroupMax, ...options }: StartInput) {
      await countSyncs()
      const config = { ...readCollectorConfig(options, {}), logLevel: 'warn' }
      const ingest = deliveriesPerGroupMax === undefined ? {} : { deliveriesPerGroupMax }
      const { url, caFile, siteId, ...collector } = await startCollector(config, { toolsDir, ingest })
      stop = collector.stop
      return { url, caFile, siteId }
    },
    async usage(): Promise<Usage> {
      const { user, system } = process.cpuUsage()
      return { cpuMs: (user + system) / 1000, diskSyncs, residentBytes: process.memoryUsage.rss() }
    },
    async startProfile() {
      stopProfile = await startProfile()
    },
    stopProfile: () => stopProfile(),
    async stop() {
      await stop?.()
    },
  } satisfies CollectorVerbs)
}

if (import.meta.main) serve()
