import { createServer } from 'node:net'
import { byteOrderOf } from '@rollcall/agent/inventory/network/addresses.ts'
import { parseSockets, programOf } from '@rollcall/agent/inventory/network/listeners.ts'
import { localHost } from '@rollcall/agent/platform/local.ts'
import { type CollectorOptions, readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { type ListenSetting, readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { z } from 'zod'
import type { Check } from './doctor-checks.ts'
import { localApi } from './local-api.ts'

type Options = CollectorOptions & { dataDir: string }

/** Checks who listens on the ports of the running collector, or that they are free for one that does not run. */
export async function portChecks(options: Options): Promise<Check[]> {
  const access = readLocalAccess(options.dataDir)
  if (!access) return freePortChecks(options)
  const ports = Object.entries(access.ports) as [ListenSetting, number][]
  return Promise.all(ports.map(([setting, port]) => ownPortCheck(options.dataDir, access.pid, setting, port)))
}

/** Checks that the ports are free. */
export async function freePortChecks(options: Options): Promise<Check[]> {
  const { host, port, natsPort, ownNats, metricsListen } = readCollectorConfig(options, process.env)
  const listeners: { setting: ListenSetting; host: string; port: number }[] = [
    { setting: 'ROLLCALL_PORT', host, port },
    ...(ownNats ? [] : [{ setting: 'ROLLCALL_NATS_PORT', host, port: natsPort } as const]),
    ...(metricsListen ? [{ setting: 'ROLLCALL_METRICS_LISTEN', ...metricsListen } as const] : []),
  ]
  return Promise.all(
    listeners.map(async ({ setting, ...address }): Promise<Check> => {
      const name = `port ${address.port}`
      const problem = await listenProblem(address)
      if (problem === undefined) return { name, state: 'ok', detail: 'free' }
      const users = inWords((await listenersAt(address.port)) ?? [])
      return { name, state: 'broken', detail: `${problem}${users && ` by ${users}`}; ${remedyFor(setting)}` }
    }),
  )
}

const remedyFor = (setting: ListenSetting) => `end what uses it, or choose another in ${setting}`

/** Listens for a moment. Returns why that fails. */
function listenProblem({ host, port }: { host: string; port: number }): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(messageOf(error)))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

async function ownPortCheck(dataDir: string, pid: number, setting: ListenSetting, port: number): Promise<Check> {
  const name = `port ${port}`
  const found = await listenersAt(port)
  if (found?.length === 0) return { name, state: 'broken', detail: 'nothing listens; restart the collector' }
  const own = found?.find((each) => each.pid === pid || each.parent === pid)
  const answer = setting === 'ROLLCALL_PORT' ? await readiness(dataDir) : undefined
  // Its certificate proves that the collector listens, also where this user cannot see its process.
  if (answer?.status !== undefined) return { name, state: 'ok', detail: `the collector, /readyz: ${answer.status}` }
  const isSeen = found?.every((each) => each.pid !== undefined)
  if (found && isSeen && !own) {
    const detail = `used by ${inWords(found)}, not by the collector; ${remedyFor(setting)}, and restart the collector`
    return { name, state: 'broken', detail }
  }
  if (answer) return { name, state: 'broken', detail: `${answer.problem}; restart the collector` }
  // This user may not see whose the port is.
  if (found && !own) return { name, state: 'ok', detail: `used by ${inWords(found)}` }
  return { name, state: 'ok', detail: own && own.pid !== pid ? `${own.program} of the collector` : 'the collector' }
}

const readinessSchema = z.object({ status: z.string() })

/** Asks the collector whether it is ready. */
async function readiness(dataDir: string): Promise<{ status: string } | { status?: undefined; problem: string }> {
  try {
    return await localApi(dataDir)({ method: 'GET', path: '/readyz', alsoAccept: 503 }, readinessSchema)
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Program that listens on a port; without a process if this user may not see whose the port is. */
type PortUser = { uid: number; pid?: number; parent?: number; program?: string | undefined }

const tableBytesMax = 32 * 1024 * 1024

/** Returns the programs that listen on a TCP port, at any address; undefined if the system does not tell. */
async function listenersAt(port: number): Promise<PortUser[] | undefined> {
  const host = localHost()
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => host.readFile(`/proc/net/${name}`, tableBytesMax)))
  if (tables.every((text) => text === undefined)) return undefined
  const order = await byteOrderOf(host)
  const sockets = tables.flatMap((text) => parseSockets(text ?? '', 'tcp', order)).filter((each) => each.port === port)
  const owners = await host.socketOwners(new Set(sockets.map(({ inode }) => inode)), () => undefined)
  return Promise.all(
    sockets.map(async ({ uid, inode }) => {
      const pid = owners.get(inode)
      if (pid === undefined) return { uid }
      const status = (await host.readFile(`/proc/${pid}/status`, 64 * 1024)) ?? ''
      return { uid, pid, parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), program: await programOf(host, pid) }
    }),
  )
}

const inWords = (users: readonly PortUser[]): string =>
  [
    ...new Set(
      users.map(({ uid, pid, program }) =>
        pid === undefined
          ? `a program of the user ${uid} ("sudo rollcall doctor" names it)`
          : `${program ?? 'a program'} (process ${pid})`,
      ),
    ),
  ].join(' and ')
