import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'
import { type ApiClient, connectApi } from './api-client.ts'
import { startOnMachine } from './machine.ts'
import { freePort } from './ports.ts'
import { type ProcessExit, type RunningProcess, startProcess } from './processes.ts'
import { tmpFolder } from './tmp.ts'
import { waitFor } from './wait.ts'

/** The command line of the product: a Node and the script it runs, bundled as `npm start` runs it. */
export const launcher = {
  program: process.execPath,
  script: join(import.meta.dirname, '..', '..', '.tools', 'lib', 'rollcall.cjs'),
}

/** Schema of the ready file of `rollcall up`, without further fields. */
export const readyFactsSchema = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  caFile: z.string(),
  siteId: z.uuid(),
  auditServiceId: z.uuid(),
  username: z.string().min(1),
  /** Only at the first start. */
  password: z.string().min(12).optional(),
  natsUrl: z.url(),
})
export type ReadyFacts = z.infer<typeof readyFactsSchema>

export type UpOptions = {
  /** Default: a temporary one, gone after `stop`. One that is given stays. */
  dataDir?: string
  /** Further arguments of `rollcall up`. `--port` and `--nats-port` are free ones unless they are among them. */
  args?: readonly string[]
  /** Beside the environment without any `ROLLCALL_…`. */
  env?: NodeJS.ProcessEnv
  /** All of it runs as the processes of a machine of its own (see `startOnMachine`). */
  isMachine?: boolean
}

export type Up = AsyncDisposable & {
  facts: ReadyFacts
  /** With a token of an Administrator, made for this start. */
  api: ApiClient
  /** Another such client: the token of `api` lasts an hour. */
  connect: () => Promise<ApiClient>
  dataDir: string
  readyFile: string
  process: RunningProcess
  /** Runs a command of the command line on this data directory. */
  cli: (...args: string[]) => Promise<CliResult>
  /** Every process below `rollcall up`, as it is now. */
  children: () => SystemProcess[]
  pidsOfChildren: () => number[]
  /** The process of one part; fails when it does not run. */
  pidOf: (part: Part) => number
  /** Ends it and waits until none of its processes is left. May be called again. */
  stop: (signal?: NodeJS.Signals) => Promise<ProcessExit>
}

export type Part = 'collector' | 'audit-service' | 'nats-server'

/** Runs the real `rollcall up` and waits for its ready file. A failure's message holds what its parts logged. */
export async function startUp(options: UpOptions = {}): Promise<Up> {
  const folder = options.dataDir === undefined ? await tmpFolder() : undefined
  const dataDir = options.dataDir ?? join(folder?.path ?? '', 'data')
  const readyFile = join(dataDir, 'ready.json')
  let running: RunningProcess | undefined
  try {
    await rm(readyFile, { force: true })
    running = await (options.isMachine ? startOnMachine : startProcess)({
      program: launcher.program,
      args: [launcher.script, 'up', ...(await upArgs(dataDir, readyFile, options.args ?? []))],
      env: { ...withoutSettings(), ...testServersAllowed, ...options.env },
      ready: () => readFileSync(readyFile),
      readyTimeoutMs: 60_000,
    })
    const facts = readyFactsSchema.parse(JSON.parse(await readFile(readyFile, 'utf8')))
    const cli = (...args: string[]) => runCli([...args, '--data-dir', dataDir])
    const connect = async () => connectApi(facts, await createRegistration(dataDir, facts))
    const api = await connect()
    return describeUp(running, { facts, api, connect, dataDir, readyFile, cli }, folder?.remove)
  } catch (error) {
    const logs = await readLogs(dataDir)
    await running?.stop().catch(() => undefined)
    await folder?.remove()
    throw new Error(`${messageOf(error)}\n${logs}`)
  }
}

function describeUp(
  running: RunningProcess,
  known: Pick<Up, 'facts' | 'api' | 'connect' | 'dataDir' | 'readyFile' | 'cli'>,
  remove?: () => Promise<void>,
): Up {
  const children = () => descendantsOf(running.pid)
  const stop: Up['stop'] = async (signal = 'SIGTERM') => {
    const pids = children().map(({ pid }) => pid)
    // Each part may take its time to drain, one after the other.
    const exit = running.exit() ?? (await running.stop(signal, 40_000))
    await waitFor(() => !pids.some(isRunning), { what: `the parts ${pids} to end with rollcall up` })
    await remove?.()
    return exit
  }
  return {
    ...known,
    process: running,
    children,
    pidsOfChildren: () => children().map(({ pid }) => pid),
    pidOf: (part) => {
      const found = children().find(({ command }) => partPatterns[part].test(command))
      if (found === undefined) throw new Error(`rollcall up runs no ${part}`)
      return found.pid
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

const partPatterns: Record<Part, RegExp> = {
  collector: /rollcall\.cjs collector run /,
  'audit-service': /rollcall\.cjs audit-service run /,
  'nats-server': /^\S*nats-server /,
}

async function upArgs(dataDir: string, readyFile: string, given: readonly string[]): Promise<string[]> {
  const ports = ['--port', '--nats-port'].filter((flag) => !given.includes(flag))
  const chosen = await Promise.all(ports.map(async (flag) => [flag, `${await freePort()}`]))
  return ['--json', '--data-dir', dataDir, '--ready-file', readyFile, ...chosen.flat(), ...given]
}

export type CliResult = { code: number | null; stdout: string; stderr: string; json: () => unknown }

/** Runs one command of the command line to its end. `timeoutMs` defaults to 60,000; `env` is added to the environment. */
export async function runCli(
  args: readonly string[],
  { env = {}, timeoutMs = 60_000 }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<CliResult> {
  const result = await runProcess(launcher.program, [launcher.script, ...args], {
    timeoutMs,
    env: { ...process.env, ...withoutSettings(), ...env },
  })
  if (result.ended !== undefined) {
    throw new Error(`rollcall ${args.join(' ')}: ${result.ended} after ${timeoutMs} ms; it wrote:\n${result.stderr}`)
  }
  const json = () => JSON.parse(result.stdout) as unknown
  return { code: result.code, stdout: result.stdout, stderr: result.stderr, json }
}

/** Mail servers, buckets and issuers of tests listen on this machine. */
export const testServersAllowed = { ROLLCALL_OUTBOUND_ALLOW: '127.0.0.0/8' }

/** Removes the settings of the product from the environment of the tests. */
export function withoutSettings(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => name.startsWith('ROLLCALL_'))
  return Object.fromEntries([...names, 'NODE_OPTIONS', 'NODE_ENV', 'VITEST'].map((name) => [name, undefined]))
}

/** Calls what `rollcall app-registration create` calls, without the second that its process takes to start. */
export async function createRegistration(dataDir: string, facts: Pick<ReadyFacts, 'url' | 'caFile'>) {
  const local = readLocalAccess(dataDir)
  if (local === undefined) throw new Error(`no collector runs on ${dataDir}`)
  const { call } = await connectApi(facts)
  const body = { name: 'tests', capabilities: ['Administrator'] }
  const answer = await call('POST', '/local/api/v1/app-registrations', { token: local.token, body })
  return createdAppRegistrationSchema.pick({ clientId: true, clientSecret: true }).parse(answer.json())
}

async function readLogs(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'logs')
  const names = await readdir(folder).catch(() => [])
  const texts = names.map(async (name) => `${name}:\n${(await readFile(join(folder, name), 'utf8')).slice(-4000)}`)
  return (await Promise.all(texts)).join('\n')
}

export type SystemProcess = { pid: number; parentPid: number; command: string }

/** The processes below a process, by /proc. */
export function descendantsOf(pid: number): SystemProcess[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (describeProcess(Number(name)) ?? []) : []))
  const below = (parent: number): SystemProcess[] =>
    all.filter((each) => each.parentPid === parent).flatMap((each) => [each, ...below(each.pid)])
  return below(pid)
}

/** A killed orphan stays as a zombie until the init process reaps it. */
export function isRunning(pid: number): boolean {
  return describeProcess(pid) !== undefined
}

function describeProcess(pid: number): SystemProcess | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (/^State:\s+Z/m.test(status)) return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parentPid: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command: `${command} ` }
  } catch {
    return undefined // It ended meanwhile.
  }
}
