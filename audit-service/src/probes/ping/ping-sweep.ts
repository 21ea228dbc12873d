import { setTimeout as delay } from 'node:timers/promises'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import type { Pacer } from '../packets/pacer.ts'
import { type PingAnswer, parseAnswer } from './parse-answer.ts'

type PingOptions = {
  /** Full path of fping 4 or newer. */
  program: string
  pacer: Pacer
  /** Time limit of an answer. */
  timeoutMs: number
  /** Further rounds, each only for silent addresses. */
  retries: number
  signal: AbortSignal
}

/**
 * Time between the end of one round's sending and the start of the next: most answers have arrived, and a router that
 * dropped the first packet while it resolved the host (ARP) has finished.
 */
const roundGapMs = 100
/** Interval between two packets, the shortest of fping. */
const intervalMsMin = 0.01

/** Additional time of fping to start, read its targets and print. */
const slackMs = 10_000

/**
 * Sends ICMP or ICMPv6 echo requests to up to some thousand addresses (fping numbers its packets with 16 bits) and
 * reports each address once, as it answers. A round starts while answers to the previous one may still arrive, so that
 * a slow host has `timeoutMs` in every round (fping ignores the answer to a request that it has sent again). Rejects if
 * fping fails.
 */
export async function pingSweep(
  addresses: readonly string[],
  options: PingOptions,
  onAnswer: (answer: PingAnswer) => void,
): Promise<void> {
  const silent = new Set(addresses)
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const roundMs = addresses.length * intervalMsOf(options) + roundGapMs
  const round = async (number: number) => {
    if (number > 0) await delay(number * roundMs, undefined, { signal })
    for (const family of ['-4', '-6']) {
      const targets = [...silent].filter((address) => address.includes(':') === (family === '-6'))
      if (targets.length === 0) continue
      // All packets of fping in one turn: other senders wait.
      await options.pacer.take(targets.length, signal)
      await runFping(family, targets, { ...options, signal }, (answer) => {
        if (silent.delete(answer.address)) onAnswer(answer)
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: options.retries + 1 }, (_, number) => round(number)))
  } finally {
    stop.abort()
  }
}

async function runFping(
  family: string,
  targets: readonly string[],
  options: PingOptions,
  onAnswer: (answer: PingAnswer) => void,
): Promise<void> {
  const intervalMs = intervalMsOf(options)
  let rest = ''
  let complaint = ''
  const onLine = (line: string) => {
    const answer = parseAnswer(line)
    if (answer) onAnswer(answer)
    else if (line !== '') complaint = line.slice(0, 256)
  }
  // A shell joins the two outputs, which shows the line that a ` [<- …]` belongs to. All its words are our own; the
  // targets go through standard input.
  const fping = [options.program, family, '-a', '-e', '-r', '0', '-B', '1', '-t', `${options.timeoutMs}`]
  const args = ['-c', 'exec "$@" 2>&1', 'sh', ...fping, '-i', intervalMs.toFixed(3)]
  const result = await runProcess('/bin/sh', args, {
    input: lines(targets),
    timeoutMs: targets.length * intervalMs + options.timeoutMs + slackMs,
    signal: options.signal,
    onStdout: (chunk) => {
      const parts = (rest + chunk.toString('latin1')).split('\n')
      rest = (parts.pop() ?? '').slice(0, 1024)
      for (const part of parts) onLine(part)
    },
  })
  options.signal.throwIfAborted()
  if (result.ended !== undefined) throw new Error(`fping was stopped: ${result.ended}`)
  // 0: all answered, 1: some did not, 2: some could not be sent to; 3 and 4 are failures of fping.
  if (result.code === null || result.code > 2) throw new Error(`fping failed (exit ${result.code}): ${complaint}`)
}

const intervalMsOf = ({ pacer }: PingOptions) => Math.max(intervalMsMin, 1000 / pacer.packetsPerSecond)

/** Yields the targets in pieces, so that the whole list is never one string. */
async function* lines(targets: readonly string[]): AsyncGenerator<string> {
  for (let start = 0; start < targets.length; start += 1024) {
    yield `${targets.slice(start, start + 1024).join('\n')}\n`
  }
}
