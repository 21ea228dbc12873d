import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { type Capture, startCapture } from './network/capture.ts'
import { commandIn, requireRootAndTools } from './network/ip.ts'
import { newRunName } from './network/run-name.ts'
import { startServices } from './network/services.ts'
import { defaultHosts, type NetworkSpec } from './network/spec.ts'
import { removeNamespaces, sweepStale } from './network/teardown.ts'
import { buildTopology, type RootLink } from './network/topology.ts'
import { auditTruth, hostTruth, type NetworkHost, routerTruth, type Segment } from './network/truth.ts'
import { type ProcessSpec, type RunningProcess, startProcess } from './processes.ts'

export { type HostKind, type HostSpec, type NetworkSpec, snmpHosts } from './network/spec.ts'
export { blackholeRange, type NetworkHost, segments, silentRange } from './network/truth.ts'

/** A real network in network namespaces. Places are named `audit`, `router`, or by a host's name. */
export type Network = AsyncDisposable &
  RootLink & {
    /** The exact truth: everything that is there, the router and the audit namespace too. */
    hosts: readonly NetworkHost[]
    host: (name: string) => NetworkHost
    /** Exact set of IPv4 addresses that a ping sweep of the segment from the audit namespace must find. */
    pingable: (segment: Segment) => string[]
    /** Runs a program to its end inside a place. `timeoutMs` defaults to 60,000. */
    exec: (place: string, program: string, args?: readonly string[], options?: ExecOptions) => Promise<RunResult>
    /** Starts a long-running process inside a place; `stop` of the network ends it if it still runs. */
    spawn: (place: string, program: string, args?: readonly string[], options?: SpawnOptions) => Promise<RunningProcess>
    /**
     * Records what passes a place's interface: a host's only one, or of the router its side of the remote segment.
     * `filter` is a pcap-filter(7) expression.
     */
    capture: (place: string, filter: string) => Promise<Capture>
    /** Ends every process inside and removes everything. May be called again. */
    stop: () => Promise<void>
  }

type ExecOptions = { input?: string; timeoutMs?: number; env?: NodeJS.ProcessEnv }
type SpawnOptions = Omit<ProcessSpec, 'program' | 'args'>

/**
 * Builds the network and waits until every daemon in it answers. Needs root. `rootAddress` is where a collector in the
 * root namespace is reached from the audit namespace. What a run leaves that dies before `stop`, the next one removes.
 */
export async function startNetwork(
  spec: NetworkSpec = { hosts: defaultHosts, routerSnmp: { community: 'router-public' } },
): Promise<Network> {
  requireRootAndTools()
  await sweepStale()
  const run = newRunName()
  const folder = join(tmpdir(), run)
  const topology = {
    audit: auditTruth(`${run}-audit`),
    router: routerTruth(`${run}-router`, spec.routerSnmp),
    hosts: spec.hosts.map((host) => hostTruth(host, `${run}-${host.name}`)),
  }
  const planned = [topology.audit, topology.router, ...topology.hosts]
  requireDistinct(planned)
  const processes: RunningProcess[] = []
  const onStart = (process: RunningProcess) => void processes.push(process)
  const stop = async () => {
    await Promise.all(processes.map((process) => process.stop().catch(() => process.exited)))
    await removeNamespaces(planned.map((host) => host.namespace))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await mkdir(folder, { mode: 0o700 })
    const link = await buildTopology(topology, `rc${run.slice(-6)}`)
    const started = planned.map((host) => startServices(host, { folder: join(folder, host.name), onStart }))
    // All of them, even when one fails: a daemon that starts during the clean-up would outlive it.
    await Promise.allSettled(started)
    const hosts = await Promise.all(started)
    return { ...link, ...verbs(hosts, onStart), stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function requireDistinct(hosts: readonly NetworkHost[]): void {
  const taken = hosts.flatMap((host) => [host.name, ...host.interfaces.map((each) => each.address)])
  const twice = taken.find((value, index) => taken.indexOf(value) !== index)
  if (twice !== undefined) throw new Error(`the test network's spec has ${twice} twice`)
}

function verbs(hosts: readonly NetworkHost[], onStart: (process: RunningProcess) => void) {
  const host = (name: string): NetworkHost => {
    const found = hosts.find((each) => each.name === name)
    if (found === undefined) throw new Error(`the test network has no ${name}`)
    return found
  }
  const inside = (place: string, program: string, args: readonly string[] = []) =>
    commandIn(host(place).namespace, program, args)
  return {
    hosts,
    host,
    pingable: (segment: Segment) =>
      hosts
        .filter((each) => each.answersPing)
        .flatMap((each) => each.interfaces)
        .filter((each) => each.segment === segment)
        .map((each) => each.address),
    exec: (place: string, program: string, args?: readonly string[], options: ExecOptions = {}) => {
      const command = inside(place, program, args)
      return runProcess(command.program, command.args, { timeoutMs: 60_000, ...options })
    },
    spawn: async (place: string, program: string, args?: readonly string[], options: SpawnOptions = {}) => {
      const process = await startProcess({ ...options, ...inside(place, program, args) })
      onStart(process)
      return process
    },
    capture: (place: string, filter: string) => {
      const [first] = host(place).interfaces
      return startCapture(host(place).namespace, first?.name ?? 'any', filter, onStart)
    },
  }
}
