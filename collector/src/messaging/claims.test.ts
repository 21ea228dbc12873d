import { createHash } from 'node:crypto'
import { createAccount, createCurve, createOperator, createUser } from '@nats-io/nkeys'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import {
  accountHash,
  claimsSeconds,
  closedAccountJwt,
  collectorAccountJwt,
  serviceAccountJwt,
  systemAccountJwt,
} from './accounts.ts'
import type { MessagingKeys } from './keys.ts'

const keys: MessagingKeys = {
  operator: createOperator(),
  systemAccount: createAccount(),
  account: createAccount(),
  systemUser: createUser(),
  collectorUser: createUser(),
  taskSigning: createUser(),
  curve: createCurve(),
}
const account = createAccount()
const serviceId = newId()
const voidUntil = new Date(0)

const claimsOf = () =>
  Promise.all([
    systemAccountJwt(keys),
    collectorAccountJwt(keys, voidUntil),
    serviceAccountJwt(keys, account, serviceId),
    serviceAccountJwt(keys, account, serviceId, { isMuted: true }),
    closedAccountJwt(keys, account),
  ])

const payloadOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

it('issues identical claims for an account at any time', async () => {
  const before = await claimsOf()
  const startedAt = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 5000 }).toBeGreaterThan(startedAt)
  expect(await claimsOf()).toEqual(before)
})

it('issues claims for a deleted service that are newer than any others of its account', async () => {
  const [opened, closed] = [await serviceAccountJwt(keys, account, serviceId), await closedAccountJwt(keys, account)]
  expect(payloadOf(opened)['iat']).toBe(claimsSeconds)
  expect(payloadOf(closed)['iat']).toBeGreaterThan(Date.now() / 1000 + 100 * 365 * 24 * 3600)
})

// If this fails, the content of the claims has changed: move `claimsSeconds` forward, and put both values here.
it('issues claims with another date if their content changes', async () => {
  const names = [
    serviceId,
    accountHash(keys.account.getPublicKey()),
    keys.account.getPublicKey(),
    account.getPublicKey(),
  ]
  const hidden = [...names, keys.operator.getPublicKey(), keys.systemAccount.getPublicKey()]
  const content = (await claimsOf()).map((jwt) => {
    const { jti: _, ...claims } = payloadOf(jwt)
    return hidden.reduce((text, name, index) => text.replaceAll(name, `<${index}>`), JSON.stringify(claims))
  })
  const digest = createHash('sha256').update(content.join('\n')).digest('hex').slice(0, 16)
  expect([new Date(claimsSeconds * 1000).toISOString(), digest]).toEqual([
    '2026-11-22T00:00:00.000Z',
    'fae266d98bc55ea0',
  ])
})
