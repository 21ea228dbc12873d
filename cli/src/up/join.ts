import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { type AuditService, auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { type JoinKind, joinKinds } from '@rollcall/shared/messages/join-kind.ts'
import { movePath } from '@rollcall/shared/node/durable-files.ts'
import { localApi } from '../local-api.ts'
import { onAbort } from '../stop-signal.ts'
import { startPart } from './part.ts'

const serviceActiveWithinMs = 60_000
const pollMs = 50
const pageSize = 1000

/** Returns the state directory of this machine's Audit Service or agent. */
export const partDir = (dataDir: string, kind: JoinKind) => join(dataDir, kind)

const joinedFile: Record<JoinKind, string> = { 'audit-service': 'service.json', agent: 'agent.json' }

/**
 * Joins a part of this machine like a remote one, unless it has joined before. A part that lost its identity
 * does not silently get another: segments and schedules would stay with the lost one.
 */
export async function joinOnce(
  kind: JoinKind,
  { dataDir, url, logFile, signal }: { dataDir: string; url: string; logFile: string; signal: AbortSignal },
) {
  const stateDir = partDir(dataDir, kind)
  const identity = join(stateDir, joinedFile[kind])
  if (existsSync(identity)) return
  if (existsSync(join(stateDir, 'spool'))) {
    throw new OperatorError(
      `${identity} is missing, although this ${kind} has joined before: restore it from a backup, or move ${stateDir} aside to join as a new one`,
    )
  }
  const { token } = await localApi(dataDir)(
    { method: 'POST', path: '/api/v1/join-tokens', body: { for: kind, uses: 1, ttlSeconds: 600 } },
    joinTokenSchema,
  )
  const args = [kind, 'join', '--url', url, '--token', '-', '--state-dir', stateDir, '--json']
  const joining = startPart({ args, logFile, input: token })
  const leave = onAbort(signal, () => void joining.stop())
  try {
    await joining.ready
  } finally {
    await joining.exited
    leave()
  }
}

/**
 * Moves the state of this machine's Audit Service and agent aside if the collector does not know them, for example
 * after its database was replaced: their keys no longer work. Waiting results stay in their spools.
 */
export async function forgetStrangers(dataDir: string, printLine: (line: string) => void): Promise<void> {
  const service = await readServiceFile(partDir(dataDir, 'audit-service'))
  if (!service || (await findAuditService(dataDir, service.auditServiceId))) return
  for (const kind of joinKinds) {
    const folder = partDir(dataDir, kind)
    if (existsSync(folder)) await movePath(folder, `${folder}.of-${service.auditServiceId}`)
  }
  printLine(
    `The collector does not know this machine, which joins again; its old state is in ${dataDir}/*.of-${service.auditServiceId}`,
  )
}

/** Returns the time of the last heartbeat of this machine's Audit Service, by the collector's clock. */
export async function lastHeartbeat(dataDir: string): Promise<string | null> {
  const service = await readServiceFile(partDir(dataDir, 'audit-service'))
  return (service && (await findAuditService(dataDir, service.auditServiceId))?.lastSeen) ?? null
}

/** Waits until the collector has a later heartbeat of the Audit Service than `before`. */
export async function untilConnected(
  { dataDir, auditServiceId, before }: { dataDir: string; auditServiceId: string; before: string | null },
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + serviceActiveWithinMs
  while (!signal.aborted && Date.now() < deadline) {
    const service = await findAuditService(dataDir, auditServiceId)
    if (service?.lastSeen && service.lastSeen !== before) return
    await delay(pollMs)
  }
  if (!signal.aborted) {
    throw new OperatorError(
      `the Audit Service sent no heartbeat within 60 s; see ${join(dataDir, 'logs', 'audit-service.log')}`,
    )
  }
}

async function findAuditService(dataDir: string, id: string): Promise<AuditService | undefined> {
  const api = localApi(dataDir)
  for (let offset = 0; ; offset += pageSize) {
    const path = `/api/v1/audit-services?limit=${pageSize}&offset=${offset}`
    const page = await api({ method: 'GET', path }, auditServiceListSchema)
    const found = page.items.find((each) => each.id === id)
    if (found || offset + pageSize >= page.total) return found
  }
}
