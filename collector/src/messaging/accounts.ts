import { type Account, encodeAccount, encodeOperator, encodeUser, type Permission } from '@nats-io/jwt'
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
import type { Revocations } from '../secrets/revocations.ts'
import { type MessagingKeys, seedText } from './keys.ts'

/** A user's way in: its JWT and the seed that proves it is its own. */
export type Credentials = { userJwt: string; userSeed: string }

const unlimited = -1

/** What an account may not be given less of, as absent limits count as zero. */
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
  streams: 8,
  consumer: unlimited,
  max_ack_pending: unlimited,
}

export function operatorJwt(keys: MessagingKeys): Promise<string> {
  return encodeOperator('rollcall', keys.operator, { system_account: keys.systemAccount.getPublicKey() })
}

export function systemAccountJwt(keys: MessagingKeys): Promise<string> {
  return encodeAccount('SYS', keys.systemAccount, { limits: accountLimits }, { signer: keys.operator })
}

/** The account of the collector and all Audit Services, with every revocation there is. */
export function accountJwt(keys: MessagingKeys, revocations: Revocations): Promise<string> {
  const account: Partial<Account> = { limits: { ...accountLimits, ...jetStreamLimits }, revocations }
  return encodeAccount('ROLLCALL', keys.account, account, { signer: keys.operator })
}

export const collectorCredentials = (keys: MessagingKeys): Promise<Credentials> =>
  ownUser('collector', keys.collectorUser, keys.account)

export const systemCredentials = (keys: MessagingKeys): Promise<Credentials> =>
  ownUser('collector-system', keys.systemUser, keys.systemAccount)

async function ownUser(name: string, user: KeyPair, account: KeyPair): Promise<Credentials> {
  return { userJwt: await encodeUser(name, user, account), userSeed: seedText(user) }
}

export type ServiceUser = { serviceId: string; userPublicKey: string }

/** A user JWT for an Audit Service: what it may do is below its own id and on its own consumer, and nothing else. */
export function mintServiceUser(keys: MessagingKeys, { serviceId, userPublicKey }: ServiceUser): Promise<string> {
  return encodeUser(`audit-service-${serviceId}`, userPublicKey, keys.account, {
    ...servicePermissions(serviceId),
    subs: 32,
    payload: wireBytesMax,
  })
}

function servicePermissions(serviceId: string): { pub: Partial<Permission>; sub: Partial<Permission> } {
  const consumer = `${taskStream}.${taskConsumer(serviceId)}`
  return {
    pub: {
      allow: [
        resultSubject(serviceId, '*'),
        progressSubject(serviceId, '*'),
        heartbeatSubject(serviceId),
        `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
        `$JS.API.CONSUMER.INFO.${consumer}`,
        `$JS.ACK.${consumer}.>`,
        // With a domain and the account's hash in front, as servers of a cluster can be set to.
        `$JS.ACK.*.*.${consumer}.>`,
      ],
    },
    sub: { allow: [`${inboxPrefix(serviceId)}.>`, controlSubject(serviceId)] },
  }
}
