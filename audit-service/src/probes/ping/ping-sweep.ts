import { setTimeout as delay } from 'node:timers/promises'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import type { Pacer } from '../packets/pacer.ts'
import { type PingAnswer, parseAnswer } from './parse-answer.ts'

type PingOptions = {
  /** Full path of fping 4 or newer. */
  program: string
  pacer: Pacer
  /** How long an answer may take. */
  timeoutMs: number
  /** Further rounds, each for those alone that have not answered so far. */
  retries: number
  signal: AbortSignal
}

/**
 * Between the end of one round's sending and the start of the next: most answers are in, and a router that dropped the
 * first packet while it looked for the host (ARP) has found it.
 */
const roundGapMs = 100
/** Between two packets, as fping sends when it is told to hurry. */
const intervalMsMin = 0.01

/** What fping needs beyond sending and waiting: to start, to read its targets, to print. */
const slackMs = 10_000

/**
 * Sends ICMP (or ICMPv6) echo requests to some thousand addresses (fping numbers what it sends with 16 bits), and hands
 * on each answer as it comes, each address once. A round starts while the one before may still be answered, so that a
 * slow host has `timeoutMs` in every round (fping forgets a request that it has sent again). Rejects when fping cannot do
 * its work.
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
      // fping's whole turn: others send after it.
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
  // A shell joins the two outputs, which tells which line a ` [<- …]` belongs to; its words are all ours, the
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
  // 0: all answered, 1: some did not, 2: some could not be asked; 3 and 4 are fping's own failures.
  if (result.code === null || result.code > 2) throw new Error(`fping failed (exit ${result.code}): ${complaint}`)
}

const intervalMsOf = ({ pacer }: PingOptions) => Math.max(intervalMsMin, 1000 / pacer.packetsPerSecond)

/** The targets in pieces, so that the whole list is never one string. */
async function* lines(targets: readonly string[]): AsyncGenerator<string> {
  for (let start = 0; start < targets.length; start += 1024) {
    yield `${targets.slice(start, start + 1024).join('\n')}\n`
  }
}
