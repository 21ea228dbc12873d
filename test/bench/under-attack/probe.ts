import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Names the Unix socket on which the collector's process answers a `Usage`. */
export const probeVariable = 'BENCH_PROBE'

/** Use of the collector's process since the last question. */
export type Usage = {
  /** Milliseconds that its main thread was held at one time: for 1 % of the time as long or longer, and at most. */
  holdP99Ms: number
  holdMaxMs: number
  /** CPU that the main thread used at most between two turns of its event loop: a hold, whatever else the machine does. */
  workMaxMs: number
  /** CPU of the main thread, and of all threads. */
  mainMs: number
  allMs: number
}

/** Loaded before the program (`node --import`), as only the process itself can watch its event loop. */
function answerQuestions(path: string): void {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const cpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  let workMaxMs = 0
  let before = process.threadCpuUsage()
  setInterval(() => {
    const now = process.threadCpuUsage()
    workMaxMs = Math.max(workMaxMs, cpuMs(now) - cpuMs(before))
    before = now
  }, resolution).unref()
  let [main, all] = [process.threadCpuUsage(), process.cpuUsage()]
  const server = createServer((socket) => {
    const hold = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution)
    const usage: Usage = {
      holdP99Ms: hold(delay.percentile(99)),
      holdMaxMs: hold(delay.max),
      workMaxMs,
      mainMs: cpuMs(process.threadCpuUsage(main)),
      allMs: cpuMs(process.cpuUsage(all)),
    }
    delay.reset()
    workMaxMs = 0
    main = process.threadCpuUsage()
    all = process.cpuUsage()
    socket.end(JSON.stringify(usage))
  })
  server.listen(path).unref()
}

const path = process.env[probeVariable]
const isCollector = process.argv.includes('collector') && process.argv.includes('run')
if (path !== undefined && isMainThread && isCollector) answerQuestions(path)
