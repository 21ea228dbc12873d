import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { join } from 'node:path'
import { fromSeed } from '@nats-io/nkeys'
import { ensureCertificates } from '@rollcall/collector/operations/certificates/ensure-certificates.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { serviceJoinSchema } from '@rollcall/shared/messages/enrollment.ts'
import { formatJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../../test/harness/ports.ts'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { openResultSpool } from '../spool/result-spool.ts'
import { type JoinOptions, joinAuditService } from './join.ts'
import { readServiceFile } from './service-file.ts'

const secret = 'a-secret-of-a-join-token'
let certificates: Awaited<ReturnType<typeof ensureCertificates>>
let collectorFolder: TmpFolder
let server: Server
let url: string
let received: unknown[] = []
let answer: { status: number; body: unknown }
/** Addresses for a service that the collector has; undefined if it does not have the service. */
let addresses: { collectorUrls: string[]; natsServers: string[] } | undefined

const joined = {
  auditServiceId: newId(),
  siteId: newId(),
  name: 'Basement',
  userJwt: 'a.user.jwt',
  natsServers: ['tls://127.0.0.1:4222'],
  natsCaPem: 'the CA of the NATS servers',
  caPem: 'a CA',
  taskSigningKey: 'a signing key',
  collectorCurveKey: 'a curve key',
}

beforeAll(async () => {
  collectorFolder = await tmpFolder()
  const options = {
    dataDir: collectorFolder.path,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  }
  certificates = await ensureCertificates(options)
  const [key, cert] = [await readFile(certificates.keyFile), await readFile(certificates.chainFile)]
  server = createServer({ key, cert }, async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    if (request.url === '/api/audit-service/addresses') {
      const known = addresses ? { status: 200, body: addresses } : { status: 403, body: {} }
      response.writeHead(known.status).end(JSON.stringify(known.body))
      return
    }
    received.push({ method: request.method, path: request.url, body: JSON.parse(body) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  url = `https://127.0.0.1:${port}`
})
afterAll(async () => {
  server.close()
  await collectorFolder.remove()
})

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
  received = []
  answer = { status: 201, body: { ...joined, caPem: certificates.caPem } }
  addresses = { collectorUrls: [url, 'https://new.example:443'], natsServers: ['tls://new.example:4222'] }
})
afterEach(() => folder.remove())

const token = (change: { kind?: 'agent' | 'audit-service'; pin?: string } = {}) =>
  formatJoinToken({ secret, pin: change.pin ?? certificates.caPin, kind: change.kind ?? 'audit-service' })

const joinWith = (change: Partial<JoinOptions> = {}) =>
  joinAuditService({ url, token: token(), stateDir: join(folder.path, 'state'), version: '1.2.3', ...change })

async function refusal(change: Partial<JoinOptions> = {}): Promise<string> {
  const error = await joinWith(change).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(OperatorError)
  expect(String(error)).not.toContain('\n')
  return String(error)
}

describe('joining', () => {
  it('sends only the public halves of its keys, and protects its service file', async () => {
    const { service } = await joinWith({ name: 'Basement' })
    const { method, path, body } = z
      .object({ method: z.string(), path: z.string(), body: serviceJoinSchema })
      .parse(received[0])
    expect([method, path]).toEqual(['POST', '/api/audit-service/join'])
    expect(body).toMatchObject({ secret, name: 'Basement', version: '1.2.3' })
    expect(fromSeed(Buffer.from(service.userSeed)).getPublicKey()).toBe(body.userPublicKey)
    expect(JSON.stringify(received)).not.toContain(service.userSeed)
    expect(JSON.stringify(received)).not.toContain(service.curveSeed)

    const file = join(folder.path, 'state', 'service.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readServiceFile(join(folder.path, 'state'))).toEqual(service)
    expect(service).toMatchObject({ ...joined, caPem: certificates.caPem, collectorUrl: url })
  })

  it('keeps its identity with the same token, and takes the current addresses', async () => {
    const { service } = await joinWith()
    const again = await joinWith()
    expect(again).toMatchObject({ isKept: true, discarded: 0 })
    expect(received).toHaveLength(1)
    const { natsServers } = again.service
    expect(again.service).toEqual({ ...service, otherUrls: ['https://new.example:443'], natsServers })
    expect(natsServers).toEqual(['tls://new.example:4222'])
    expect(await readServiceFile(join(folder.path, 'state'))).toEqual(again.service)
  })

  it('takes another address of its collector without a token', async () => {
    const { service } = await joinWith()
    const other = url.replace('127.0.0.1', 'localhost')
    const moved = await joinAuditService({ url: other, stateDir: join(folder.path, 'state'), version: '1.2.3' })
    expect(moved.service).toMatchObject({ auditServiceId: service.auditServiceId, collectorUrl: other })
    expect(received).toHaveLength(1)
  })

  it('joins again with another token, and if the collector does not have it any more', async () => {
    const first = await joinWith()
    const stateDir = join(folder.path, 'state')
    await writeFile(join(stateDir, 'finished-tasks.json'), '[]')
    const spool = await openResultSpool(stateDir, 64 * 1024 * 1024)
    await spool.add({
      version: 1,
      id: newId(),
      taskId: newId(),
      attempt: 1,
      at: new Date().toISOString(),
      kind: 'started',
      addressesTotal: 1,
    })
    const newTokenSecret = 'another-secret-of-a-join-token'
    const newToken = formatJoinToken({ secret: newTokenSecret, pin: certificates.caPin, kind: 'audit-service' })
    answer = { status: 201, body: { ...joined, auditServiceId: newId(), caPem: certificates.caPem } }
    const second = await joinWith({ token: newToken })
    expect(second).toMatchObject({ isKept: false, discarded: 1 })
    expect(second.service.userSeed).not.toBe(first.service.userSeed)
    expect((await openResultSpool(stateDir, 64 * 1024 * 1024)).waiting()).toEqual([])

    addresses = undefined
    expect(await refusal({ token: undefined })).toMatch(/does not have this Audit Service: create a new token with/)
    answer = { status: 201, body: { ...joined, auditServiceId: newId(), caPem: certificates.caPem } }
    expect(await joinWith({ token: newToken })).toMatchObject({ isKept: false })
  })

  it('names the problem of a token', async () => {
    expect(await refusal({ token: 'nonsense' })).toMatch(/not a complete join token.*join-token create/)
    expect(await refusal({ token: token({ kind: 'agent' }) })).toMatch(/is for an agent.*--for audit-service/)
    expect(received).toEqual([])
  })

  it('sends its secret only to the server of the token', async () => {
    const pin = Buffer.alloc(32, 7).toString('base64')
    expect(await refusal({ token: token({ pin }) })).toMatch(/is not the collector that issued this join token/)
    expect(received).toEqual([])
  })

  it('names the reason if the collector refuses, is unreachable, or answers something else', async () => {
    answer = { status: 403, body: { code: 'join_refused' } }
    expect(await refusal()).toMatch(/refused this join token.*join-token create/)
    answer = { status: 500, body: { title: 'Internal error', detail: 'see the log' } }
    expect(await refusal()).toMatch(/refused the join: HTTP 500 see the log/)
    answer = { status: 201, body: { hello: 'world' } }
    expect(await refusal()).toMatch(/refused the join: HTTP 201/)
    expect(await refusal({ url: `https://127.0.0.1:${await freePort()}` })).toMatch(
      /cannot reach the collector .*: check the address/,
    )
    expect(await refusal({ url: 'http://127.0.0.1' })).toMatch(/such as https/)
    expect(await refusal({ url: 'collector' })).toMatch(/such as https/)
  })

  it('checks that its state can be stored before the token is spent', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    expect(await refusal({ stateDir: join(file, 'state') })).toMatch(/cannot/)
    expect(received).toEqual([])
  })

  it('names a damaged service file, and a join with a token replaces it', async () => {
    await writeFile(join(folder.path, 'service.json'), '{"auditServiceId":')
    await expect(readServiceFile(folder.path)).rejects.toThrow(/service\.json.*join again with a new token/)
    expect(await joinWith({ stateDir: folder.path })).toMatchObject({ isKept: false })
    expect(await readServiceFile(folder.path)).toMatchObject({ name: 'Basement' })
  })
})
