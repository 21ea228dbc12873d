import { join } from 'node:path'
import { auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { type CreateCredential, credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import { type createSegmentSchema, type Segment, segmentSchema } from '@rollcall/shared/api/segment.ts'
import { type TaskRecord, taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import type { RunResult } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'
import type { ApiClient } from '../../harness/api-client.ts'
import { snmpUsers } from '../../harness/network/spec.ts'
import type { Network } from '../../harness/network.ts'
import type { RunningProcess } from '../../harness/processes.ts'
import { launcher, type Up } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import { taskEnd } from './inventory.ts'

/** An Audit Service inside the audit namespace, which joined the collector of `rollcall up` with a token of its own. */
export type AuditSite = {
  auditServiceId: string
  stateDir: string
  /** Its process now; another one after `start`. */
  service: () => RunningProcess
  start: () => Promise<void>
  /** Runs a command of the command line inside the audit namespace. */
  cli: (...args: string[]) => Promise<RunResult>
}

/** `up` must listen on the network's `rootAddress`. `env` is added to the service's environment. */
export async function joinFromInside(
  network: Network,
  up: Up,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<AuditSite> {
  const stateDir = join(up.dataDir, `${name}-state`)
  const cli: AuditSite['cli'] = (...args) => network.exec('audit', launcher.program, [launcher.script, ...args])
  const token = z
    .object({ token: z.string() })
    .parse((await up.cli('join-token', 'create', '--for', 'audit-service', '--json')).json()).token
  const state = ['--state-dir', stateDir]
  const joined = await cli('audit-service', 'join', '--url', up.facts.url, '--token', token, '--name', name, ...state)
  if (joined.code !== 0) throw new Error(`the Audit Service did not join: ${joined.stderr}`)

  let running: RunningProcess | undefined
  const start = async () => {
    running = await network.spawn(
      'audit',
      launcher.program,
      [launcher.script, 'audit-service', 'run', '--json', ...state],
      {
        ready: /"auditServiceId"/,
        env,
      },
    )
  }
  await start()
  return { auditServiceId: await untilActive(up.api, name), stateDir, service: () => started(running), start, cli }
}

function started(running: RunningProcess | undefined): RunningProcess {
  if (running === undefined) throw new Error('the Audit Service was not started')
  return running
}

/** Resolves with the id of the Audit Service of this name when it is connected. */
export function untilActive(api: ApiClient, name: string): Promise<string> {
  const check = async () => {
    const { items } = await api.read('/api/v1/audit-services?limit=1000', auditServiceListSchema)
    return items.find((each) => each.name === name && each.status === 'Active')?.id
  }
  return waitFor(check, { what: `Audit Service ${name} to be Active`, timeoutMs: 20_000 })
}

/** One credential for each community and user of the network's agents; gives their ids. */
export async function createCredentials(api: ApiClient, network: Network): Promise<string[]> {
  const communities = new Set(network.hosts.flatMap(({ snmp }) => snmp?.community ?? []))
  const usesV3 = network.hosts.some(({ snmp }) => snmp?.version === 'v3')
  const wanted: CreateCredential[] = [...communities].map((community) => ({
    name: `community ${community}`,
    kind: 'snmp-community',
    version: 'v2c',
    community,
  }))
  for (const user of usesV3 ? snmpUsers : []) {
    wanted.push({
      name: `user ${user.user}`,
      kind: 'snmp-v3',
      user: user.user,
      securityLevel: 'authPriv',
      authProtocol: user.authProtocol,
      authPassword: user.authPassword,
      privProtocol: user.privProtocol === 'AES' ? 'AES-128' : 'AES-256',
      privPassword: user.privPassword,
    })
  }
  const created = wanted.map((body) => api.create('/api/v1/credentials', body, credentialRecordSchema))
  return (await Promise.all(created)).map(({ id }) => id)
}

export function createSegment(api: ApiClient, segment: z.input<typeof createSegmentSchema>): Promise<Segment> {
  return api.create('/api/v1/segments', segment, segmentSchema)
}

/** Asks for a scan; gives the task's id. */
export async function requestScan(api: ApiClient, segmentId: string): Promise<string> {
  return (await api.create(`/api/v1/segments/${segmentId}/scan`, {}, taskAcceptedSchema)).taskId
}

/** A whole scan, which must end well. */
export async function scan(api: ApiClient, segmentId: string): Promise<TaskRecord> {
  const task = await taskEnd(api, await requestScan(api, segmentId))
  if (task.status !== 'Success') throw new Error(`the scan ended as ${JSON.stringify(task)}`)
  return task
}
