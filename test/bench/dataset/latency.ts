import { type Spread, spreadOf } from '../report.ts'
import type { BenchRequest, Client } from './client.ts'

const warmUps = 20
/**
 * Time limit of a round and of the warm-up; a slow request is repeated less often, but at least a minimum number of
 * times.
 */
const roundMsMax = 3_000
const callsMin = 10

export type Latency = { p50: number[]; p99: number[]; max: number[] }

/** Milliseconds of a request, one after the other on one connection: p50, p99 and max of each round. */
export async function latencyOf(
  client: Client,
  call: BenchRequest,
  { rounds, perRound }: { rounds: number; perRound: number },
): Promise<Latency> {
  await timesOf(client, call, warmUps)
  const latency: Latency = { p50: [], p99: [], max: [] }
  for (let round = 0; round < rounds; round++) add(latency, await timesOf(client, call, perRound))
  return latency
}

export async function timesOf(client: Client, call: BenchRequest, calls: number): Promise<number[]> {
  const endsAt = performance.now() + roundMsMax
  const times: number[] = []
  while (times.length < calls && (times.length < callsMin || performance.now() < endsAt)) {
    times.push(await timeOf(client, call))
  }
  return times
}

export function add(latency: Latency, times: readonly number[]): void {
  latency.p50.push(percentile(times, 0.5))
  latency.p99.push(percentile(times, 0.99))
  latency.max.push(Math.max(...times))
}

async function timeOf(client: Client, call: BenchRequest): Promise<number> {
  const { ms, status } = await client.send(call)
  if (status !== 200) throw new Error(`${call.method ?? 'GET'} ${call.path} answered ${status}`)
  return ms
}

/** Nearest rank: the smallest value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** `p50 1.0, p99 2.1 (2.0 to 2.4), max 3.1 ms`: medians of the rounds, with the spread of what has a target. */
export function showLatency({ p50, p99, max }: Latency): string {
  const ms = (value: number) => value.toFixed(1)
  const of = (spread: Spread) => `${ms(spread.median)} (${ms(spread.min)} to ${ms(spread.max)})`
  return `p50 ${ms(spreadOf(p50).median)}, p99 ${of(spreadOf(p99))}, max ${ms(spreadOf(max).max)} ms`
}
