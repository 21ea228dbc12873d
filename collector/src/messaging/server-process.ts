import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Logger } from 'pino'

/** One run of nats-server. */
export type ServerProcess = {
  pid: number
  /** Resolves with how it ended; never rejects. */
  exited: Promise<string>
  /** The end of what it logged. */
  lastLines(): string[]
  /** SIGTERM, and SIGKILL when it has not ended by then. Safe after its end. */
  end(timeoutMs: number): Promise<void>
}

const linesMax = 20
const lineLengthMax = 2000

const levels = { DBG: 'debug', TRC: 'debug', INF: 'debug', WRN: 'warn', ERR: 'error', FTL: 'error' } as const

/**
 * After its disk was full JetStream is off, and after an error of its disk a stream takes no more, until the server is
 * started again.
 */
const jetStreamIsOff = /JetStream out of .*DISABLED|disabling JetStream|critical write error/i

/** Starts it; rejects when there is no such program or it may not be run. Its log lines go into ours. */
export async function spawnServer(program: string, configFile: string, log: Logger): Promise<ServerProcess> {
  // It needs nothing of our environment, which can hold secrets.
  const child = spawn(program, ['--config', configFile], { stdio: ['ignore', 'ignore', 'pipe'], env: {} })
  const lines: string[] = []
  const reader = createInterface({ input: child.stderr }).on('line', (line) => {
    const text = line.slice(0, lineLengthMax)
    if (text.trim() === '') return
    lines.push(text)
    if (lines.length > linesMax) lines.shift()
    const level = /\[(DBG|TRC|INF|WRN|ERR|FTL)\]/.exec(text)?.[1]
    if (jetStreamIsOff.test(text)) child.kill('SIGTERM')
    log[isLevel(level) ? levels[level] : 'debug']({ natsServer: text.replace(/^.*\[[A-Z]{3}\] /, '') }, 'nats-server')
  })
  const exited = exitOf(child, reader)
  // Also when a defect ends this process; a kill -9 is for the next start to clean up after.
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  void exited.then(() => process.off('exit', endWithUs))
  await once(child, 'spawn')
  return {
    pid: child.pid ?? 0,
    exited,
    lastLines: () => [...lines],
    async end(timeoutMs) {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      await exited
      clearTimeout(timer)
    },
  }
}

/** After its last line was read, so that it can be told why. */
function exitOf(child: ChildProcess, reader: Interface): Promise<string> {
  return new Promise((resolve) => {
    let how: string | undefined
    let isRead = false
    const settle = () => {
      if (how !== undefined && isRead) resolve(how)
    }
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      how = signal ? `ended by ${signal}` : `exit code ${code}`
      settle()
    })
    reader.once('close', () => {
      isRead = true
      settle()
    })
  })
}

const isLevel = (text: string | undefined): text is keyof typeof levels => text !== undefined && text in levels
