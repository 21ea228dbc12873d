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

/** A user's way in: its JWT and the seed that proves it is its own. */
export type Credentials = { userJwt: string; userSeed: string }

export type ServiceUser = { serviceId: string; userPublicKey: string }

const unlimited = -1

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

/** A second connection is needed while the server still holds a dead one; more would only be a second process. */
const serviceConnectionsMax = 4
const serviceSubscriptionsMax = 32
/** An Audit Service renews its user JWT when a third of this is left. */
const serviceUserSeconds = 30 * 24 * 60 * 60

/**
 * Subjects of the collector's account that an Audit Service's account imports. The server keeps all others out of its
 * reach: a subject that is not imported stays in the service's account, and so does each answer, since replies across
 * accounts are rewritten. `*` as the id and the consumer gives the subject that is exported.
 */
type Grant = {
  name: string
  type: 'service' | 'stream'
  answers?: 'Stream'
  subject(id: string, consumer: string): string
}

function grantsOf(collectorAccount: string): Grant[] {
  return [
    { name: 'results', type: 'service', subject: (id) => resultSubject(id, '*') },
    { name: 'progress', type: 'service', subject: (id) => progressSubject(id, '*') },
    { name: 'heartbeat', type: 'service', subject: heartbeatSubject },
    { name: 'control', type: 'stream', subject: controlSubject },
    {
      name: 'pull',
      type: 'service',
      answers: 'Stream',
      subject: (_, consumer) => `$JS.API.CONSUMER.MSG.NEXT.${taskStream}.${consumer}`,
    },
    { name: 'ack', type: 'service', subject: (_, consumer) => `$JS.ACK.${taskStream}.${consumer}.>` },
    {
      // The form with a domain, which a server uses when `js_ack_fc_v2` is on. The account's hash is spelt out: with a
      // wildcard there, the subject would also match the acknowledgements of other consumers in the first form.
      name: 'ack-with-domain',
      type: 'service',
      subject: (_, consumer) => `$JS.ACK.*.${accountHash(collectorAccount)}.${taskStream}.${consumer}.>`,
    },
  ]
}

/** The token that stands for an account in acknowledgement subjects (`getHash` of nats-server). */
function accountHash(account: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const hash = createHash('sha256').update(account).digest()
  return [...hash.subarray(0, 8)].map((byte) => digits[byte % digits.length]).join('')
}

export function operatorJwt(keys: MessagingKeys): Promise<string> {
  return encodeOperator('rollcall', keys.operator, { system_account: keys.systemAccount.getPublicKey() })
}

export function systemAccountJwt(keys: MessagingKeys): Promise<string> {
  return encodeAccount('SYS', keys.systemAccount, { limits: accountLimits }, { signer: keys.operator })
}

/**
 * The collector's own account, with JetStream. Its exports name no account: what an account imports is in claims that
 * only the operator key signs, and only the collector has that. Audit Services of older releases had users in this
 * account: user JWTs issued up to `usersVoidUntil` are refused.
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
  return encodeAccount('ROLLCALL', keys.account, account, { signer: keys.operator })
}

/** The account of one Audit Service: no JetStream, no exports, and imports of its own subjects. */
export function serviceAccountJwt(keys: MessagingKeys, account: KeyPair, serviceId: string): Promise<string> {
  const collectorAccount = keys.account.getPublicKey()
  const imports = grantsOf(collectorAccount).map(
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
  return encodeAccount(`audit-service-${serviceId}`, account, { limits, imports }, { signer: keys.operator })
}

/** The account of an Audit Service that was removed: it admits nobody. Its users are cut off when a server reads this. */
export function closedAccountJwt(keys: MessagingKeys, account: KeyPair): Promise<string> {
  const revocations = { '*': secondsOf(new Date()) }
  const limits = { ...accountLimits, imports: 0, exports: 0, subs: 0, conn: 0 }
  return encodeAccount('removed-audit-service', account, { limits, revocations }, { signer: keys.operator })
}

/** Later than any clock says, in seconds. */
const neverVoidSeconds = Date.parse('2200-01-01T00:00:00Z') / 1000

/**
 * The collector's own user. Its JWT says that it was issued in the far future: servers refuse users that were issued before
 * a given time (`collectorAccountJwt`), and the clock of this machine may be behind that.
 */
export async function collectorCredentials(keys: MessagingKeys): Promise<Credentials> {
  const { userJwt, userSeed } = await ownUser('collector', keys.collectorUser, keys.account)
  const [header = '', payload = ''] = userJwt.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  const dated = Buffer.from(JSON.stringify({ ...claims, iat: neverVoidSeconds })).toString('base64url')
  const signature = Buffer.from(keys.account.sign(Buffer.from(`${header}.${dated}`))).toString('base64url')
  return { userJwt: `${header}.${dated}.${signature}`, userSeed }
}

export const systemCredentials = (keys: MessagingKeys): Promise<Credentials> =>
  ownUser('collector-system', keys.systemUser, keys.systemAccount)

async function ownUser(name: string, user: KeyPair, account: KeyPair): Promise<Credentials> {
  return { userJwt: await encodeUser(name, user, account), userSeed: seedText(user) }
}

/**
 * A user JWT for an Audit Service. Its permissions repeat what its account imports, as a second fence. It expires by the
 * machine's clock, as nats-server knows no other.
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
    allowed_connection_types: ['STANDARD' as const],
  }
  const exp = secondsOf(new Date()) + secondsValid
  return encodeUser(`audit-service-${serviceId}`, userPublicKey, account, permissions, { exp })
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)
