import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Logger } from 'pino'

/** A run of nats-server. */
export type ServerProcess = {
  pid: number
  /** Resolves with the reason of its end; never rejects. */
  exited: Promise<string>
  /** Returns its last log lines. */
  lastLines(): string[]
  /** Sends SIGTERM, and SIGKILL after the timeout. Safe to call after its end. */
  end(timeoutMs: number): Promise<void>
}

const linesMax = 20
const lineLengthMax = 2000

const levels = { DBG: 'debug', TRC: 'debug', INF: 'debug', WRN: 'warn', ERR: 'error', FTL: 'error' } as const

/**
 * Log text after which JetStream stays off until a restart: its disk was full, or a stream stopped after a disk error.
 */
const jetStreamIsOff = /JetStream out of .*DISABLED|disabling JetStream|critical write error/i

/** A warning about our own configuration: this port is on loopback, behind the collector's HTTPS. */
const isIntended = /^Websocket not configured with TLS/

/** Starts nats-server. Rejects if the program is missing or not executable. Its log lines go to the collector's log. */
export async function spawnServer(program: string, configFile: string, log: Logger): Promise<ServerProcess> {
  // Its environment is empty: the collector's can contain secrets.
  const child = spawn(program, ['--config', configFile], { stdio: ['ignore', 'ignore', 'pipe'], env: {} })
  const lines: string[] = []
  const reader = createInterface({ input: child.stderr }).on('line', (line) => {
    const text = line.slice(0, lineLengthMax)
    if (text.trim() === '') return
    lines.push(text)
    if (lines.length > linesMax) lines.shift()
    const level = /\[(DBG|TRC|INF|WRN|ERR|FTL)\]/.exec(text)?.[1]
    if (jetStreamIsOff.test(text)) child.kill('SIGTERM')
    const natsServer = text.replace(/^.*\[[A-Z]{3}\] /, '')
    log[isLevel(level) && !isIntended.test(natsServer) ? levels[level] : 'debug']({ natsServer }, 'nats-server')
  })
  const exited = exitOf(child, reader)
  // Also ends it if a defect ends this process; after a kill -9 the next start cleans up.
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

/** Resolves after its last line was read, so that the line can explain the end. */
function exitOf(child: ChildProcess, reader: Interface): Promise<string> {
  return new Promise((resolve) => {
    let how: string | undefined
    let isRead = false
    const finish = () => {
      if (how !== undefined && isRead) resolve(how)
    }
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      how = signal ? `ended by ${signal}` : `exit code ${code}`
      finish()
    })
    reader.once('close', () => {
      isRead = true
      finish()
    })
  })
}

const isLevel = (text: string | undefined): text is keyof typeof levels => text !== undefined && text in levels
