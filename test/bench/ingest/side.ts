import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { nodeFlags } from '../../../cli/src/project.ts'
import { databaseName } from '../../../collector/src/operations/data-dir.ts'
import { freePort } from '../../harness/ports.ts'
import { descendantsOf, runCli } from '../../harness/rollcall.ts'
import { tmpFolder } from '../../harness/tmp.ts'
import { percentile } from '../dataset/latency.ts'
import type { Times } from '../profiler.ts'
import type { AgentsVerbs, RunInput } from './agents.ts'
import type { BareVerbs } from './bare.ts'
import type { CollectorVerbs } from './collector.ts'
import type { Joined } from './fleet.ts'
import { startWorker } from './ipc.ts'

export type Sample = {
  perSecond: number
  p50: number
  p99: number
  /** CPU time of the collector, user and system, per snapshot. */
  cpuMs: number
  /** Snapshots that shared a sync of the disk. */
  perSync: number
  errors: string[]
}

export type Work = 'unchanged' | 'common' | 'rare' | 'first'

export type Load = {
  clients: number
  secondsPerRun: number
  /** Devices that are there when it begins. */
  known: { devices: number; packages: number }
  /** Devices that are seen first, in each round. */
  fresh: { devices: number; packages: number }
}

const killedAfterMs = 2_000

export type Side = Awaited<ReturnType<typeof startSide>>

/** A collector on an empty data directory, and the agents that speak to it. */
export async function startSide(load: Load, options: { deliveriesPerGroupMax?: number }) {
  const { clients, secondsPerRun, known, fresh } = load
  const folder = await tmpFolder('rollcall-bench-')
  const dataDir = join(folder.path, 'data')
  const collector = startWorker<CollectorVerbs>(scriptOf('collector'), nodeFlags)
  const agents = startWorker<AgentsVerbs>(scriptOf('agents'))
  const ports = { port: `${await freePort()}`, natsPort: `${await freePort()}` }
  const { url, caFile } = await collector.ask('start', { dataDir, ...ports, ...options })
  const caPem = await readFile(caFile, 'utf8')
  const connectTo = (address: string) => agents.ask('connect', { url: address, caPem, clients })
  await connectTo(url)
  const secret = await joinSecret(dataDir)
  const join_ = (count: number): Promise<Joined[]> => agents.ask('join', { secret, count })

  const once: Pick<RunInput, 'visits' | 'secondsMax'> = { visits: 1, secondsMax: 60 }
  const prepare = async (fleet: string, first: number, { devices, packages }: Load['known']) =>
    agents.ask('prepare', { name: fleet, fleet: { first, packages, agents: await join_(devices) } })
  const bodyBytes = await prepare('known', 0, known)
  await agents.ask('run', { ...once, fleet: 'known' })
  await agents.ask('run', { ...once, fleet: 'known', upgrades: 'common' })

  const runs: Record<Work, RunInput> = {
    unchanged: { fleet: 'known', secondsMax: secondsPerRun },
    common: { fleet: 'known', secondsMax: secondsPerRun, upgrades: 'common' },
    rare: { fleet: 'known', secondsMax: secondsPerRun, upgrades: 'rare' },
    first: { ...once, fleet: 'fresh' },
  }
  let freshBytes = 0
  let isKilled = false
  let seen = known.devices
  return {
    bodyBytes,
    freshBytes: () => freshBytes,

    async measure(work: Work, { isProfiled = false } = {}): Promise<Sample & { profile?: Times }> {
      if (work === 'first') {
        freshBytes = await prepare('fresh', seen, fresh)
        seen += fresh.devices
      }
      // What the run before it has changed is not sent as unchanged.
      if (work === 'unchanged') await agents.ask('run', { ...once, fleet: 'known' })
      if (isProfiled) await collector.ask('startProfile', null)
      const before = await collector.ask('usage', null)
      const { times, seconds, errors } = await agents.ask('run', runs[work])
      const after = await collector.ask('usage', null)
      return {
        ...(isProfiled ? { profile: await collector.ask('stopProfile', null) } : {}),
        perSecond: times.length / seconds,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        cpuMs: (after.cpuMs - before.cpuMs) / times.length,
        perSync: times.length / (after.diskSyncs - before.diskSyncs),
        errors,
      }
    },

    /** Measures the same unchanged snapshots against a server that only stores them. */
    async measureBare(): Promise<Pick<Sample, 'perSecond' | 'cpuMs'>> {
      await using bare = startWorker<BareVerbs>(scriptOf('bare'))
      const { url: address } = await bare.ask('start', { dataDir, file: join(folder.path, 'bare') })
      await connectTo(address)
      const before = await bare.ask('usage', null)
      const { times, seconds } = await agents.ask('run', runs.unchanged)
      const after = await bare.ask('usage', null)
      await connectTo(url)
      return { perSecond: times.length / seconds, cpuMs: (after.cpuMs - before.cpuMs) / times.length }
    },

    residentMiB: async () => (await collector.ask('usage', null)).residentBytes / 2 ** 20,

    /** Kills the collector while snapshots come in, and looks for those that it said are stored. */
    async killUnderLoad(): Promise<{ answered: number; stored: number }> {
      const running = agents.ask('run', { ...runs.rare, keepsIds: true })
      await delay(killedAfterMs)
      isKilled = true
      const children = descendantsOf(collector.pid)
      await collector.kill()
      // Its NATS server outlives it, for the next start to take over.
      for (const { pid } of children) process.kill(pid)
      const { snapshotIds } = await running
      return { answered: snapshotIds.length, stored: countStored(join(dataDir, databaseName), snapshotIds) }
    },

    async [Symbol.asyncDispose]() {
      await agents[Symbol.asyncDispose]()
      if (!isKilled) await collector.ask('stop', null)
      await collector[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

const scriptOf = (name: string) => join(import.meta.dirname, `${name}.ts`)

async function joinSecret(dataDir: string): Promise<string> {
  const made = await runCli([
    'join-token',
    'create',
    '--for',
    'agent',
    '--uses',
    '100000',
    '--json',
    '--data-dir',
    dataDir,
  ])
  if (made.code !== 0) throw new Error(`rollcall join-token create failed: ${made.stderr}`)
  const { token } = z.object({ token: z.string() }).parse(made.json())
  const { secret } = parseJoinToken(token) ?? {}
  if (secret === undefined) throw new Error(`not a join token: ${token}`)
  return secret
}

function countStored(file: string, snapshotIds: readonly string[]): number {
  const database = new Database(file)
  try {
    const find = database.prepare<[Buffer]>('select 1 from snapshots where id = ?')
    return snapshotIds.filter((id) => find.get(Buffer.from(id.replaceAll('-', ''), 'hex')) !== undefined).length
  } finally {
    database.close()
  }
}
