import type { IncomingMessage } from 'node:http'
import { createUser } from '@nats-io/nkeys'
import { newId } from '@rollcall/shared/ids.ts'
import { addressStatement, natsScheme, natsStatement, renewalStatement } from '@rollcall/shared/messages/enrollment.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MessagingContext, messagingContext } from '../../../../test/harness/nats.ts'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { verifyNatsAccess } from '../../scanning/audit-services/renew-audit-service.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { natsTunnel } from './nats-tunnel.ts'

let folder: TmpFolder
let ctx: MessagingContext
beforeAll(async () => {
  folder = await tmpFolder()
  ctx = await messagingContext(folder.path)
})
afterAll(async () => {
  await ctx.store.close()
  await folder.remove()
})

const key = 'dGhlIHNhbXBsZSBub25jZQ=='
let port: number | undefined = 4444
const open = (headers: Record<string, string>, method = 'GET') =>
  natsTunnel(
    (access) => verifyNatsAccess(ctx, access),
    () => port,
  ).open(
    { method, headers: { upgrade: 'websocket', 'sec-websocket-key': key, ...headers } } as unknown as IncomingMessage,
    '192.0.2.7',
  )

async function newService() {
  const user = createUser()
  const id = newId()
  await ctx.store.write((tx) =>
    tx.insert(tx.tables(enrollmentTables).auditServices).values({
      id,
      siteId: newId(),
      name: id,
      hostname: 'h',
      version: '1',
      userPublicKey: user.getPublicKey(),
      curvePublicKey: 'X',
      capabilities: [],
      lastSeen: null,
      toldStatus: 'Pending',
      createdAt: new Date().toISOString(),
    }),
  )
  const authorization = (change: { of?: typeof natsStatement; at?: Date; id?: string; signer?: typeof user } = {}) => {
    const { of = natsStatement, at = new Date(), signer = user } = change
    const statement = { auditServiceId: change.id ?? id, issuedAt: at.toISOString() }
    const signature = Buffer.from(signer.sign(of(statement))).toString('base64')
    return `${natsScheme} ${Buffer.from(JSON.stringify({ ...statement, signature })).toString('base64url')}`
  }
  return { id, authorization }
}

describe('the way to NATS over HTTPS', () => {
  it('opens for an Audit Service, and hands on only values that were checked', async () => {
    const { id, authorization } = await newService()
    const tunnel = await open({ authorization: authorization(), cookie: 'a=b', 'x-forwarded-for': '203.0.113.9' })
    const lines = ['GET / HTTP/1.1', 'Host: 127.0.0.1:4444', 'Upgrade: websocket', 'Connection: Upgrade']
    const rest = ['Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, 'X-Forwarded-For: 192.0.2.7', '', '']
    expect(tunnel).toEqual({ port: 4444, callerId: id, head: [...lines, ...rest].join('\r\n') })
  })

  it('stays closed to a wrong key, an old request, another kind of statement and another service', async () => {
    const [one, other] = [await newService(), await newService()]
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    for (const authorization of [
      one.authorization({ signer: createUser() }),
      one.authorization({ at: minutes(-6) }),
      one.authorization({ at: minutes(6) }),
      one.authorization({ of: renewalStatement }),
      one.authorization({ of: addressStatement }),
      one.authorization({ id: other.id }),
      one.authorization({ id: newId() }),
    ]) {
      expect(await open({ authorization })).toEqual({ status: 403 })
    }
  })

  it('closes for a deleted service', async () => {
    const { id, authorization } = await newService()
    await ctx.store.write((tx) => {
      const { auditServices } = tx.tables(enrollmentTables)
      return tx.delete(auditServices).where(eq(auditServices.id, id))
    })
    expect(await open({ authorization: authorization() })).toEqual({ status: 403 })
  })

  it.each([
    '',
    natsScheme,
    `${natsScheme} `,
    `${natsScheme} e30`,
    `${natsScheme} %%%`,
    `${natsScheme} ${Buffer.from('[').toString('base64url')}`,
    `${natsScheme} ${Buffer.from('{"auditServiceId":"x"}').toString('base64url')}`,
    'Bearer token',
  ])('requires an Authorization of its form, not "%s"', async (authorization) => {
    expect(await open({ authorization })).toEqual({ status: 401 })
  })

  it('requires a WebSocket request with a key of its form', async () => {
    const { authorization } = await newService()
    for (const headers of [
      { upgrade: 'h2c' },
      { 'sec-websocket-key': '' },
      { 'sec-websocket-key': `${key}\r\nX: y` },
    ]) {
      expect(await open({ authorization: authorization(), ...headers })).toEqual({ status: 400 })
    }
    expect(await open({ authorization: authorization() }, 'POST')).toEqual({ status: 400 })
  })

  it('answers 503 while NATS does not run here', async () => {
    const { authorization } = await newService()
    port = undefined
    expect(await open({ authorization: authorization() })).toEqual({ status: 503 })
    port = 4444
  })
})
