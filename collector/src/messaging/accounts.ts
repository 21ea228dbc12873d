import { createHash } from 'node:crypto'
import { type Account, type Export, encodeAccount, encodeOperator, encodeUser, type Import } from '@nats-io/jwt'
import type { KeyPair } from '@nats-io/nkeys'
import {
  controlSubject,
  heartbeatSubject,
  inboxPrefix,
  progressSubject,
  resultSubject,
  taskConsumer,
  taskStream,
  wireBytesMax,
} from '@rollcall/shared/messages/subjects.ts'
import { type MessagingKeys, seedText } from './keys.ts'

/** Credentials of a user: its JWT and the seed that proves its ownership. */
export type Credentials = { userJwt: string; userSeed: string }

export type ServiceUser = { serviceId: string; userPublicKey: string }

const unlimited = -1

/**
 * Issue time of account claims, in seconds; move it forward whenever their content changes. Of two claims of an
 * account, servers that compare theirs keep the newer one. Identical claims change nothing, while others remove the
 * imports of a working service for a moment.
 */
export const claimsSeconds = Date.parse('2026-11-22T00:00:00Z') / 1000
/** Issue time later than any clock, in seconds. */
const farFutureSeconds = Date.parse('2200-01-01T00:00:00Z') / 1000

/** An absent limit counts as zero. */
const accountLimits = {
  subs: unlimited,
  data: unlimited,
  payload: unlimited,
  imports: unlimited,
  exports: unlimited,
  wildcards: true,
  conn: unlimited,
  leaf: 0,
}

const jetStreamLimits = {
  mem_storage: 0,
  disk_storage: unlimited,
  streams: unlimited,
  consumer: unlimited,
  max_ack_pending: unlimited,
}

/** A second connection is needed while the server still holds a dead one; more would only serve a second process. */
const serviceConnectionsMax = 4
const serviceSubscriptionsMax = 32
/** Lifetime of a service's user JWT. An Audit Service renews it when a third is left. */
const serviceUserSeconds = 30 * 24 * 60 * 60

/**
 * Subjects of the collector's account that an Audit Service's account imports. The server restricts the service to
 * these: a subject that is not imported stays in the service's account, and so do answers, since replies across
 * accounts are rewritten. `*` as the id and the consumer gives the exported subject.
 */
type Grant = {
  name: string
  /** Sent to the collector directly, not stored in a stream. */
  isLive?: boolean
  type: 'service' | 'stream'
  answers?: 'Stream'
  subject(id: string, consumer: string): string
}

function grantsOf(collectorAccount: string): Grant[] {
  return [
    { name: 'results', type: 'service', subject: (id) => resultSubject(id, '*') },
    { name: 'progress', type: 'service', isLive: true, subject: (id) => progressSubject(id, '*') },
    { name: 'heartbeat', type: 'service', isLive: true, subject: heartbeatSubject },
    { name: 'control', type: 'stream', subject: controlSubject },
    {
      name: 'pull',
      type: 'service',
      answers: 'Stream',
      subject: (_, consumer) => `$JS.API.CONSUMER.MSG.NEXT.${taskStream}.${consumer}`,
    },
    { name: 'ack', type: 'service', subject: (_, consumer) => `$JS.ACK.${taskStream}.${consumer}.>` },
    {
      // The form with a domain, which a server uses when `js_ack_fc_v2` is on. It contains the account's hash: with a
      // wildcard there, the subject would also match the acknowledgements of other consumers in the first form.
      name: 'ack-with-domain',
      type: 'service',
      subject: (_, consumer) => `$JS.ACK.*.${accountHash(collectorAccount)}.${taskStream}.${consumer}.>`,
    },
  ]
}

/** Computes the token of an account in acknowledgement subjects (`getHash` of nats-server). */
export function accountHash(account: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const hash = createHash('sha256').update(account).digest()
  return [...hash.subarray(0, 8)].map((byte) => digits[byte % digits.length]).join('')
}

export async function operatorJwt(keys: MessagingKeys): Promise<string> {
  const jwt = await encodeOperator('rollcall', keys.operator, { system_account: keys.systemAccount.getPublicKey() })
  return dated(jwt, keys.operator, claimsSeconds)
}

export const systemAccountJwt = (keys: MessagingKeys): Promise<string> =>
  accountJwt(keys, 'SYS', keys.systemAccount, { limits: accountLimits }, claimsSeconds)

/**
 * Issues claims for the collector's own account, with JetStream. Its exports name no account: imports are in claims
 * that only the operator key signs, and only the collector has that key. Audit Services of older releases had users in
 * this account: user JWTs issued up to `usersVoidUntil` are rejected.
 */
export function collectorAccountJwt(keys: MessagingKeys, usersVoidUntil: Date): Promise<string> {
  const exports = grantsOf(keys.account.getPublicKey()).map(
    ({ name, type, answers, subject }): Export => ({
      name,
      type,
      subject: subject('*', '*'),
      ...(answers ? { response_type: answers } : {}),
    }),
  )
  const revocations = { '*': secondsOf(usersVoidUntil) }
  const account: Partial<Account> = { limits: { ...accountLimits, ...jetStreamLimits }, exports, revocations }
  return accountJwt(keys, 'ROLLCALL', keys.account, account, claimsSeconds)
}

/**
 * Issues claims for the account of one Audit Service: no JetStream, no exports, and imports of its own subjects. Live
 * messages of a muted service stay in its account.
 */
export function serviceAccountJwt(
  keys: MessagingKeys,
  account: KeyPair,
  serviceId: string,
  { isMuted = false } = {},
): Promise<string> {
  const collectorAccount = keys.account.getPublicKey()
  const imports = grantsOf(collectorAccount)
    .filter(({ isLive }) => !(isLive && isMuted))
    .map(
      ({ name, type, subject }): Import => ({
        name,
        type,
        subject: subject(serviceId, taskConsumer(serviceId)),
        account: collectorAccount,
      }),
    )
  const limits = {
    ...accountLimits,
    imports: imports.length,
    exports: 0,
    wildcards: false,
    conn: serviceConnectionsMax,
    subs: serviceConnectionsMax * serviceSubscriptionsMax,
    payload: wireBytesMax,
    disallow_bearer: true,
  }
  return accountJwt(keys, `audit-service-${serviceId}`, account, { limits, imports }, claimsSeconds)
}

/**
 * Issues claims that close the account of a deleted Audit Service: nobody can connect, and a server that reads them
 * disconnects its users. No clock can issue newer claims for the account.
 */
export function closedAccountJwt(keys: MessagingKeys, account: KeyPair): Promise<string> {
  const limits = { ...accountLimits, imports: 0, exports: 0, subs: 0, conn: 0 }
  const claims = { limits, revocations: { '*': farFutureSeconds } }
  return accountJwt(keys, 'removed-audit-service', account, claims, farFutureSeconds)
}

async function accountJwt(
  keys: MessagingKeys,
  name: string,
  key: KeyPair,
  claims: Partial<Account>,
  issuedAt: number,
): Promise<string> {
  return dated(await encodeAccount(name, key, claims, { signer: keys.operator }), keys.operator, issuedAt)
}

/** Signs a JWT again with another issue time, so that its text is the same each time. */
function dated(jwt: string, issuer: KeyPair, issuedAt: number): string {
  const [header = '', payload = ''] = jwt.split('.')
  const { jti: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >
  const content = { ...claims, iat: issuedAt }
  const jti = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const body = `${header}.${Buffer.from(JSON.stringify({ ...content, jti })).toString('base64url')}`
  return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`
}

/**
 * Issues the collector's own user. The issue time of its JWT is in the far future: servers reject users issued before a
 * given time (`collectorAccountJwt`), and the clock of this machine may be behind that time.
 */
export async function collectorCredentials(keys: MessagingKeys): Promise<Credentials> {
  const { userJwt, userSeed } = await ownUser('collector', keys.collectorUser, keys.account)
  return { userJwt: dated(userJwt, keys.account, farFutureSeconds), userSeed }
}

export const systemCredentials = (keys: MessagingKeys): Promise<Credentials> =>
  ownUser('collector-system', keys.systemUser, keys.systemAccount)

async function ownUser(name: string, user: KeyPair, account: KeyPair): Promise<Credentials> {
  return { userJwt: await encodeUser(name, user, account), userSeed: seedText(user) }
}

/**
 * Issues a user JWT for an Audit Service. Its permissions repeat the imports of its account as a second barrier. It
 * expires by the system clock, the only one that nats-server has.
 */
export function mintServiceUser(
  keys: MessagingKeys,
  account: KeyPair,
  { serviceId, userPublicKey }: ServiceUser,
  secondsValid = serviceUserSeconds,
): Promise<string> {
  const own = grantsOf(keys.account.getPublicKey()).map((grant) => ({
    type: grant.type,
    subject: grant.subject(serviceId, taskConsumer(serviceId)),
  }))
  const permissions = {
    pub: { allow: own.filter(({ type }) => type === 'service').map(({ subject }) => subject) },
    sub: {
      allow: [`${inboxPrefix(serviceId)}.>`, ...own.filter(({ type }) => type === 'stream').map((g) => g.subject)],
    },
    subs: serviceSubscriptionsMax,
    payload: wireBytesMax,
    allowed_connection_types: ['STANDARD' as const, 'WEBSOCKET' as const],
  }
  const exp = secondsOf(new Date()) + secondsValid
  return encodeUser(`audit-service-${serviceId}`, userPublicKey, account, permissions, { exp })
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)
