import { connect as connectPlain, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { NatsConnection } from '@nats-io/transport-node'
import { newId } from '@rollcall/shared/ids.ts'
import { heartbeatSubject, progressSubject, resultSubject } from '@rollcall/shared/messages/subjects.ts'
import { connectForever } from '@rollcall/shared/node/nats-connect.ts'
import { pino } from 'pino'
import { beginUpload, send, snapshotOf } from '../../hostile/bodies/attack.ts'
import type { Target } from './target.ts'

/** Makes what it sends, and gives what sends it until a time by `performance.now()`: how often each answer came. */
export type Attack = (target: Target) => (until: number) => Promise<Map<string, number>>

const atATime = 4

/** Each of some connections sends one body after the other. */
function bodies(path: string, make: (target: Target) => Sending[]): Attack {
  return (target) => {
    const sendings = make(target)
    const collector = { facts: target }
    return async (until) => {
      const answers = new Map<string, number>()
      const work = async (_: unknown, first: number) => {
        for (let turn = first; performance.now() < until; turn += atATime) {
          const { token, body, headers } = sendings[turn % sendings.length] as Sending
          const options = { body, ...(token === undefined ? {} : { token }), ...(headers ? { headers } : {}) }
          const status = await send(collector, path, options).then(
            (answer) => `${answer.status}`,
            () => 'cut',
          )
          answers.set(status, (answers.get(status) ?? 0) + 1)
          // A refusal that costs nothing is no reason to fill both cores with TLS.
          await delay(5)
        }
      }
      await Promise.all(Array.from({ length: atATime }, work))
      return answers
    }
  }
}

type Sending = { body: Buffer; token?: string; headers?: Record<string, string> }

/** JSON of so many empty objects in a list. */
const empties = (count: number): Buffer => Buffer.from(`[${'{},'.repeat(count - 1)}{}]`)
const invalid = (count: number): object[] => Array.from({ length: count }, () => ({}))
const spaces = (mebibytes: number): Buffer => Buffer.alloc(mebibytes * 2 ** 20, ' ')
const packages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `package-${n}`, version: newId() }))
const gzip = { 'Content-Encoding': 'gzip' }

const bombs = (token: string): Sending[] =>
  [empties(5_000_000), spaces(60), Buffer.from('['.repeat(1_000_000))].map((body) => ({
    body: gzipSync(body),
    headers: gzip,
    token,
  }))

/** Bodies that are within the bounds, and cost as much as such a body can. */
function heavySnapshots({ hostile: { agent } }: Target): Sending[] {
  const { token } = agent
  return [
    snapshotOf(agent, invalid(100_000)),
    snapshotOf(agent, [], { probes: invalid(100_000) }),
    snapshotOf(agent, packages(100_000)),
    empties(199_999),
  ].map((body) => ({ body: gzipSync(body, { level: 1 }), headers: gzip, token }))
}

const callers = (make: (token: string) => Sending[]) => (target: Target) => make(target.hostile.callerToken)

/** Each message is published without waiting for an answer; the stream of the service bounds what the server keeps. */
function messages(make: (target: Target) => { subject: string; data: Uint8Array }[], pauseMs: number): Attack {
  return (target) => {
    const list = make(target)
    return async (until) => {
      const nc = await connectAs(target)
      let sent = 0
      while (performance.now() < until) {
        const { subject, data } = list[sent++ % list.length] as (typeof list)[number]
        nc.publish(subject, data)
        if (sent % 20 === 0) await nc.flush()
        await delay(pauseMs)
      }
      await nc.close()
      return new Map([['published', sent]])
    }
  }
}

async function connectAs({ natsUrl, hostile: { service } }: Target): Promise<NatsConnection> {
  const { natsCaPem, userJwt, userSeed } = service
  const options = { servers: [natsUrl], caPem: natsCaPem ?? service.caPem, userJwt, userSeed, name: 'hostile' }
  const { nc } = await connectForever(options, { log: pino({ level: 'silent' }), signal: AbortSignal.timeout(10_000) })
  return nc
}

function hostileResults({ hostile: { service, agent } }: Target) {
  const result = { version: 1, id: newId(), taskId: newId(), attempt: 1, at: new Date().toISOString(), kind: 'host' }
  const observation = JSON.parse(snapshotOf(agent, invalid(50_000)).toString()) as object
  const host = { ...result, address: '10.0.0.1', observation }
  const texts = [empties(10_000_000), empties(199_999), spaces(30), Buffer.from(JSON.stringify(host))]
  return texts.map((text) => ({
    subject: resultSubject(service.auditServiceId, newId()),
    data: zstdCompressSync(text),
  }))
}

function hostileLive({ hostile: { service } }: Target) {
  const heavy = Buffer.from(JSON.stringify(Array.from({ length: 900 }, () => 'x'.repeat(60))))
  return [heavy, empties(400), Buffer.from('['.repeat(60_000))].flatMap((data) => [
    { subject: heartbeatSubject(service.auditServiceId), data },
    { subject: progressSubject(service.auditServiceId, newId()), data },
  ])
}

/**
 * As many a second as nine networks may open; together more than the collector holds. Those of this machine's own
 * addresses are not slowed down.
 */
const openAtATime = 50
const openEveryMs = 55

function crowd(open: (target: Target, address: string) => Socket): Attack {
  return (target) => async (until) => {
    const sockets = new Set<Socket>()
    let opened = 0
    while (performance.now() < until) {
      for (let count = 0; count < openAtATime; count++) {
        const socket = open(target, `127.0.9.${1 + (opened++ % 9)}`)
        sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
      }
      await delay(openEveryMs)
    }
    for (const socket of sockets) socket.destroy()
    return new Map([['connections', opened]])
  }
}

function openPlain({ url }: Target, localAddress: string): Socket {
  return connectPlain({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
}

function openTls(target: Target, localAddress: string, bytes: string): Socket {
  const plain = openPlain(target, localAddress).on('error', () => undefined)
  const socket = connect({ rejectUnauthorized: false, socket: plain })
  if (bytes !== '') socket.once('secureConnect', () => socket.write(bytes))
  return socket
}

const unfinished = 'POST /api/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

export const attacks: Record<string, Attack> = {
  'agent: compression bombs': bodies('/api/agent/snapshots', ({ hostile }) => bombs(hostile.agent.token)),
  'agent: the largest allowed bodies': bodies('/api/agent/snapshots', heavySnapshots),
  'agent: endless uploads': (target) => async (until) => {
    const { token } = target.hostile.agent
    const ends = Array.from({ length: 5 }, () => beginUpload({ facts: target }, { token, body: spaces(20) }))
    await delay(until - performance.now())
    for (const end of ends) end()
    return new Map([['uploads', ends.length]])
  },
  'caller: compression bombs as imports': bodies('/api/v1/imports', callers(bombs)),
  'caller: compression bombs as GLPI messages': bodies('/api/glpi-agent', ({ hostile: { clientId, clientSecret } }) => {
    const Authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const packed: [string, Buffer][] = [
      ['zlib', deflateSync(empties(5_000_000))],
      ['br', brotliCompressSync(spaces(60))],
      ['gzip', gzipSync(empties(5_000_000))],
    ]
    return packed.map(([type, body]) => ({
      body,
      headers: { Authorization, 'Content-Type': `application/x-compress-${type}` },
    }))
  }),
  'caller: ordinary bodies with invalid values': bodies(
    '/api/v1/segments',
    callers((token) => [
      { token, body: Buffer.from(JSON.stringify({ name: 'x', type: 'address-list', addresses: invalid(9_900) })) },
      { token, body: empties(9_999) },
      { token, body: Buffer.from(`{"a":${'['.repeat(60)}${']'.repeat(60)},"name":"${'x'.repeat(1_000_000)}"}`) },
      { token, body: Buffer.from(`{${Array.from({ length: 990 }, (_, n) => `"k${n}":0`)}}`) },
    ]),
  ),
  'Audit Service: bombs and invalid results': messages(hostileResults, 5),
  'Audit Service: a flood of heartbeats and progress': messages(hostileLive, 0),
  'stranger: joins': bodies('/api/agent/join', () => [
    { body: Buffer.from(JSON.stringify({ secret: 'x'.repeat(60_000) })) },
    { body: empties(9_000) },
  ]),
  'stranger: token requests': bodies('/api/oauth/token', () => [
    { body: Buffer.from('grant_type=client_credentials&client_id=x&client_secret=y'), headers: form },
    { body: Buffer.from('a=b&'.repeat(15_000)), headers: form },
  ]),
  'stranger: sign-ins': bodies('/api/auth/sign-in/username', () => [
    { body: Buffer.from(JSON.stringify({ username: 'nobody', password: 'x'.repeat(128) })) },
    { body: empties(9_000) },
  ]),
  'crowd: idle connections': crowd((target, address) => openTls(target, address, '')),
  'crowd: unfinished requests': crowd((target, address) => openTls(target, address, unfinished)),
  'crowd: connections that never begin TLS': crowd(openPlain),
}
