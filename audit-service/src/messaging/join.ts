import { hostname } from 'node:os'
import { createCurve, createUser } from '@nats-io/nkeys'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import {
  type ServiceJoined,
  serviceJoinedSchema,
  type serviceJoinSchema,
} from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { createClient, fetchPinnedCa, type HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import { z } from 'zod'
import { lockStateDir, readServiceFile, type ServiceFile, serviceFilePath, writeServiceFile } from './service-file.ts'

export type JoinOptions = {
  /** The collector's address, `https://host:port`. */
  url: string
  /** Join token as printed by `rollcall join-token create`. */
  token: string
  /** Name in the inventory; default: the host name. */
  name?: string
  stateDir: string
  version: string
}

const newTokenHint = 'create a new one with: rollcall join-token create --for audit-service'

/**
 * Joins this Audit Service to a collector and stores the answer in `service.json`. The keys are created here; only
 * their public halves are sent, and only to the collector of the token. Throws OperatorErrors.
 */
export async function joinAuditService(options: JoinOptions): Promise<ServiceFile> {
  const { stateDir, version, name } = options
  const token = parseJoinToken(options.token)
  if (!token) throw new OperatorError(`this is not a complete join token: copy it again, or ${newTokenHint}`)
  if (token.kind !== 'audit-service') {
    throw new OperatorError(`this join token is for an ${token.kind}, not for an Audit Service: ${newTokenHint}`)
  }
  const url = collectorUrl(options.url)
  // A token works once: check first that its answer can be stored.
  await makeFolder(stateDir).catch((error: unknown) => {
    throw new OperatorError(`cannot write to the state directory ${stateDir}: ${messageOf(error)}`)
  })
  const lock = await lockStateDir(stateDir)
  try {
    await refuseSecondJoin(stateDir)
    return await joinWithNewKeys({ url, secret: token.secret, pin: token.pin, stateDir, version, name })
  } finally {
    lock.release()
  }
}

async function joinWithNewKeys(
  options: Pick<JoinOptions, 'url' | 'stateDir' | 'version'> & {
    secret: string
    pin: string
    name: string | undefined
  },
): Promise<ServiceFile> {
  const { url, secret, pin, stateDir, version, name } = options
  const user = createUser()
  const curve = createCurve()
  const body: z.input<typeof serviceJoinSchema> = {
    secret,
    hostname: hostname(),
    version,
    ...(name ? { name } : {}),
    userPublicKey: user.getPublicKey(),
    curvePublicKey: curve.getPublicKey(),
  }
  const joined = await post(url, pin, body)
  const service: ServiceFile = {
    ...joined,
    collectorUrl: url,
    userSeed: new TextDecoder().decode(user.getSeed()),
    curveSeed: new TextDecoder().decode(curve.getSeed()),
  }
  await writeServiceFile(stateDir, service)
  return service
}

function collectorUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') {
    throw new OperatorError(`${text} is not the address of a collector, such as https://host:port`)
  }
  return url.origin
}

async function refuseSecondJoin(stateDir: string): Promise<void> {
  const joined = await readServiceFile(stateDir)
  if (joined) {
    throw new OperatorError(
      `this Audit Service has already joined ${joined.collectorUrl} as "${joined.name}": ` +
        `to join again, remove ${serviceFilePath(stateDir)} first`,
    )
  }
}

async function post(url: string, pin: string, body: z.input<typeof serviceJoinSchema>): Promise<ServiceJoined> {
  const caPem = await fetchPinnedCa(url, pin)
  const response = await createClient({ url, caPem })({
    method: 'POST',
    path: '/api/audit-service/join',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new OperatorError(`cannot reach the collector at ${url}: ${messageOf(error)}`)
  })
  if (response.status === 403) {
    throw new OperatorError(`the collector refused this join token, which may be used or expired: ${newTokenHint}`)
  }
  const joined = serviceJoinedSchema.safeParse(jsonOf(response))
  if (response.status !== 201 || !joined.success) {
    throw new OperatorError(`the collector at ${url} refused the join: ${reasonFrom(response)}`)
  }
  return joined.data
}

const problemSchema = z.object({ title: z.string().optional(), detail: z.string().optional() })

function reasonFrom(response: HttpResponse): string {
  const problem = problemSchema.safeParse(jsonOf(response)).data
  return `HTTP ${response.status} ${(problem?.detail ?? problem?.title ?? '').slice(0, 300)}`.trim()
}

function jsonOf({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // Not the collector's answer; the status is enough.
    return undefined
  }
}
