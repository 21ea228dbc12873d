import { setTimeout as delay } from 'node:timers/promises'
import type { Pacer } from '../probes/packets/pacer.ts'
import { tcpConnect } from './tcp-connect.ts'

type ConnectSweepOptions = {
  ports: readonly number[]
  pacer: Pacer
  timeoutMs: number
  /** Called before each connection: a found address needs no further one. */
  isFound: (address: string) => boolean
  /** Called for each address at each port, connected or not. */
  onPassed: (addresses: number) => void
  signal: AbortSignal
}

/** Concurrent connections, each with a file descriptor. */
const concurrencyMax = 2048

const shortageTriesMax = 20
const shortageDelayMs = 100

/**
 * Tries TCP connections, one port on all addresses before the next port. No host receives a burst, and a host found by
 * its first port or by another discoverer receives no more. Reports only answers. Rejects if cancelled, or if this
 * machine lacks descriptors.
 */
export async function connectSweep(
  addresses: readonly string[],
  options: ConnectSweepOptions,
  onAnswer: (address: string, port: number, answer: 'open' | 'refused') => void,
): Promise<void> {
  const { pacer, signal } = options
  let running = 0
  let onEnd: () => void = () => undefined
  let shortOf: string | undefined
  const untilRunning = async (most: number) => {
    while (running > most) {
      await new Promise<void>((resolve) => {
        onEnd = resolve
      })
    }
  }

  const attempt = async (address: string, port: number) => {
    for (let tries = 0; tries < shortageTriesMax && !signal.aborted; tries++) {
      const outcome = await tcpConnect(address, port, options.timeoutMs, signal)
      if (outcome === 'open' || outcome === 'refused') onAnswer(address, port, outcome)
      if (outcome !== 'shortage') return
      await delay(shortageDelayMs)
    }
    shortOf ??= address
  }

  for (const port of options.ports) {
    for (const address of addresses) {
      options.onPassed(1 / options.ports.length)
      if (options.isFound(address)) continue
      await untilRunning(concurrencyMax - 1)
      await pacer.take(1, signal)
      running++
      void attempt(address, port).finally(() => {
        running--
        onEnd()
      })
    }
  }
  await untilRunning(0)
  signal.throwIfAborted()
  if (shortOf !== undefined) {
    throw new Error(`no socket could be opened to ${shortOf}: raise the limit of open files (ulimit -n)`)
  }
}
