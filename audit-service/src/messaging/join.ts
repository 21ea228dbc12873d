import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createCurve, createUser } from '@nats-io/nkeys'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import {
  addressStatement,
  type ServiceJoined,
  serviceAddressesSchema,
  serviceJoinedSchema,
  type serviceJoinSchema,
} from '@rollcall/shared/messages/enrollment.ts'
import { type JoinToken, requireJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { addressesAfter, collectorOrigin } from '@rollcall/shared/node/collector-client.ts'
import { makeFolder, removeFolder } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { createClient, fetchPinnedCa } from '@rollcall/shared/node/pinned-client.ts'
import { reasonOf } from '@rollcall/shared/node/problem.ts'
import { type ProxyFor, withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { z } from 'zod'
import { openResultSpool } from '../spool/result-spool.ts'
import { lockStateDir, readServiceFile, type ServiceFile, writeServiceFile } from './service-file.ts'
import { createSignedRequests, RefusedByCollector } from './signed-requests.ts'

export type JoinOptions = {
  /** The collector's address, `https://host:port`. */
  url: string
  /**
   * Join token as printed by `rollcall join-token create`. Absent to give a service that has joined another address of
   * its collector.
   */
  token?: string | undefined
  /** Name in the inventory; default: the host name. */
  name?: string
  stateDir: string
  version: string
  proxyFor?: ProxyFor
}

type JoinedService = {
  service: ServiceFile
  /** True if the service kept the identity of an earlier join. */
  isKept: boolean
  /** Results of an earlier identity that were waiting and cannot be sent any more. */
  discarded: number
}

const checkMsMax = 30_000
const newTokenHint = 'create a new token with: rollcall join-token create --for audit-service'

/**
 * Joins this Audit Service to a collector and stores the answer in `service.json`. The keys are created here; only
 * their public halves are sent, and only to the collector of the token. A service that has joined before keeps its
 * identity if the token is the one of that join, or if there is none, and the collector still has the service. Throws
 * OperatorErrors.
 */
export async function joinAuditService(options: JoinOptions): Promise<JoinedService> {
  const { stateDir } = options
  const token = options.token === undefined ? undefined : requireJoinToken(options.token, 'audit-service')
  const url = collectorOrigin(options.url)
  // A token works once: check first that its answer can be stored.
  await makeFolder(stateDir).catch((error: unknown) => {
    throw new OperatorError(`cannot write to the state directory ${stateDir}: ${messageOf(error)}`)
  })
  const lock = await lockStateDir(stateDir)
  try {
    // A damaged file is replaced, as its error message asks.
    const former = token ? await readServiceFile(stateDir).catch(() => undefined) : await readServiceFile(stateDir)
    const attempt = { ...options, url, parsed: token, proxyFor: options.proxyFor ?? withoutProxy }
    const service = (await keepIdentity(former, attempt)) ?? (await joinWithNewKeys(attempt))
    await writeServiceFile(stateDir, service)
    const isKept = service.auditServiceId === former?.auditServiceId
    return { service, isKept, discarded: former && !isKept ? await discardState(stateDir) : 0 }
  } finally {
    lock.release()
  }
}

type Attempt = JoinOptions & { parsed: JoinToken | undefined; proxyFor: ProxyFor }

/** Returns the present service file with the new addresses; undefined if the service must join. */
async function keepIdentity(
  former: ServiceFile | undefined,
  { url, parsed, proxyFor }: Attempt,
): Promise<ServiceFile | undefined> {
  if (!former) return undefined
  const hash = parsed && hashOf(parsed.secret)
  if (hash !== undefined && former.joinTokenHash !== undefined && hash !== former.joinTokenHash) return undefined
  const requests = createSignedRequests({ service: former, addresses: { collectorUrls: () => [url] }, proxyFor })
  try {
    const signal = AbortSignal.timeout(checkMsMax)
    const { collectorUrls, natsServers } = await requests.post(
      '/api/audit-service/addresses',
      addressStatement,
      serviceAddressesSchema,
      signal,
    )
    const { proxy: _, ...known } = former
    const current = { ...addressesAfter(url, collectorUrls), natsServers }
    return {
      ...known,
      ...current,
      ...optional({ joinTokenHash: former.joinTokenHash ?? hash, proxy: proxyFor(new URL(url))?.href }),
    }
  } catch (error) {
    if (parsed || error instanceof RefusedByCollector) return undefined
    throw new OperatorError(
      `cannot use ${url} for this Audit Service: ${messageOf(error)}. If another collector is there, join it with a token of its own (--token)`,
    )
  }
}

async function joinWithNewKeys({ url, parsed, version, name, proxyFor }: Attempt): Promise<ServiceFile> {
  if (!parsed) {
    throw new OperatorError(
      `the collector at ${url} does not have this Audit Service: ${newTokenHint}, and give it with --token`,
    )
  }
  const user = createUser()
  const curve = createCurve()
  const body: z.input<typeof serviceJoinSchema> = {
    secret: parsed.secret,
    hostname: hostname(),
    version,
    ...(name ? { name } : {}),
    userPublicKey: user.getPublicKey(),
    curvePublicKey: curve.getPublicKey(),
  }
  const { collectorUrls = [], ...joined } = await post({ url, pin: parsed.pin, proxyFor }, body)
  return {
    ...joined,
    ...addressesAfter(url, collectorUrls),
    ...optional({ proxy: proxyFor(new URL(url))?.href }),
    joinTokenHash: hashOf(parsed.secret),
    userSeed: new TextDecoder().decode(user.getSeed()),
    curveSeed: new TextDecoder().decode(curve.getSeed()),
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64')

/** Removes the results of an earlier identity, whose tasks have ended: the collector would refuse them. */
async function discardState(stateDir: string): Promise<number> {
  const waiting = (await openResultSpool(stateDir, Number.POSITIVE_INFINITY)).waiting().length
  await removeFolder(join(stateDir, 'spool'))
  return waiting
}

async function post(
  { url, pin, proxyFor }: { url: string; pin: string; proxyFor: ProxyFor },
  body: z.input<typeof serviceJoinSchema>,
): Promise<ServiceJoined> {
  const caPem = await fetchPinnedCa(url, pin, proxyFor)
  const response = await createClient({ url, caPem, proxyFor })({
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
  const joined = serviceJoinedSchema.safeParse(parseJson(response.body))
  if (response.status !== 201 || !joined.success) {
    throw new OperatorError(`the collector at ${url} refused the join: HTTP ${reasonOf(response)}`)
  }
  return joined.data
}
