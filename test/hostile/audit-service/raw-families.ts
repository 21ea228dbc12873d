import { newId } from '@rollcall/shared/ids.ts'
import {
  controlSubject,
  inboxPrefix,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
} from '@rollcall/shared/messages/subjects.ts'
import { foreignSubjects, type HostileTarget, ownSubjects } from '../../harness/hostile-nats.ts'

/** Options by which a client asks for another account, or for other rules. */
export const connectOptions: Record<string, unknown>[] = [
  { headers: false, no_responders: false },
  { echo: false },
  { pedantic: true, verbose: true },
  { account: 'ROLLCALL', new_account: true },
  { account: '$SYS' },
  { nkey: '', user: 'collector', pass: 'collector', auth_token: 'collector' },
  { cluster: 'rollcall', server_id: 'rollcall', gateway: 'rollcall', remote_account: 'ROLLCALL' },
  { accept_default_stream: true, is_leaf: true, hub: true, jetstream: true },
  { import: [{ subject: '>' }], export: [{ subject: '>' }] },
]

const pub = (subject: string, reply: string, payload: string) =>
  `PUB ${subject} ${reply ? `${reply} ` : ''}${Buffer.byteLength(payload)}\r\n${payload}\r\n`

function hpub(subject: string, reply: string, header: string, payload = ''): string {
  const size = Buffer.byteLength(header)
  return `HPUB ${subject} ${reply ? `${reply} ` : ''}${size} ${size + Buffer.byteLength(payload)}\r\n${header}${payload}\r\n`
}

/** Bytes that stay within the protocol, with subjects and headers that a client library refuses. */
export function wellFormed(target: HostileTarget): string[] {
  const own = ownSubjects(target)
  const foreign = foreignSubjects(target)
  const [stream = ''] = target.streams
  const headers = [
    'NATS/1.0 100 Idle Heartbeat\r\nNats-Consumer-Stalled: $JS.API.STREAM.DELETE.ROLLCALL_TASKS\r\n\r\n',
    'NATS/1.0 100 FlowControl Request\r\n\r\n',
    'NATS/1.0 503\r\n\r\n',
    `NATS/1.0\r\nNats-Msg-Id: ${target.msgIds[0]}\r\nNats-Expected-Stream: ${stream}\r\n\r\n`,
    `NATS/1.0\r\nNats-Trace-Dest: ${controlSubject(target.other)}\r\nAccept-Encoding: x\r\ntraceparent: 00-01-01-01\r\n\r\n`,
    'NATS/1.0\r\nNats-Rollup: all\r\nNats-Rollup: sub\r\n\r\n',
    'NATS/1.0\r\nX: \0\x07\r\n\r\n',
    'NATS/1.0\r\n no name\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    '\r\n\r\n',
  ]
  const odd = [
    'rollcall.tasks.*',
    'rollcall.>',
    `rollcall..${target.other}`,
    `${taskSubject(target.other)}.`,
    `.${taskSubject(target.other)}`,
    `rollcall.results.${target.own}.*`,
    `rollcall.results.${target.own}.>`,
    `rollcall.results.*.${target.own}`,
    `$JS.ACK.${taskStream}.*.>`,
    `$JS.ACK.${taskStream}.${taskConsumer(target.own)}.>`,
    `$JS.ACK.*.*.${taskStream}.${taskConsumer(target.own)}.1.1.1.1.1`,
    `ROLLCALL.TASKS.${target.other}`,
    `rollcall.tasks.${target.other}\u200b`,
    `rollcall.tasks.\x01${target.other}`,
  ]
  const sent: string[] = []
  for (const subject of odd) {
    for (const reply of ['', ...odd, `$JS.API.STREAM.DELETE.${stream}`]) sent.push(pub(subject, reply, '+NXT'))
  }
  for (const subject of [...own, ...foreign, ...odd]) {
    for (const header of headers) {
      sent.push(hpub(subject, foreign[sent.length % foreign.length] ?? '', header, '{"batch":9,"no_wait":true}'))
    }
  }
  for (const subject of [...foreign, ...odd]) {
    sent.push(`SUB ${subject} ${sent.length}\r\n`, `SUB ${subject} collectors ${sent.length}\r\n`)
  }
  return sent
}

/** Bytes that break the protocol, or are meant for another kind of connection. The server closes it after most of them. */
export function illFormed({ other, streams }: HostileTarget): string[] {
  const subject = taskSubject(other)
  const [stream = ''] = streams
  return [
    `PUB ${subject} x y 2\r\n{}\r\n`,
    `PUB ${resultSubject(other, newId())} -1\r\n{}\r\n`,
    `PUB ${subject} 99999999999\r\n{}\r\n`,
    `PUB x 2\r\n{}PUB ${subject} 2\r\n{}\r\n`,
    `PUB x\r\nPUB ${subject} 2\r\n{}\r\n`,
    `PUB ${'x.'.repeat(4000)}x 2\r\n{}\r\n`,
    `HPUB ${subject} 500 10\r\nNATS/1.0\r\n\r\n`,
    `HPUB ${subject} -1 10\r\nNATS/1.0\r\n\r\n`,
    `HPUB ${subject} 12 12\r\nNATS/1.0\r\n\r\n\r\n`,
    `RMSG ROLLCALL ${subject} 2\r\n{}\r\n`,
    `RMSG ROLLCALL $JS.API.STREAM.DELETE.${stream} | reply 0\r\n\r\n`,
    `LMSG ${subject} 2\r\n{}\r\n`,
    `MSG ${subject} 1 2\r\n{}\r\n`,
    `HMSG ${subject} 1 12 12\r\nNATS/1.0\r\n\r\n\r\n`,
    'RS+ ROLLCALL >\r\n',
    'LS+ > 1\r\n',
    'A+ ROLLCALL\r\n',
    'A- ROLLCALL\r\n',
    'INFO {"server_id":"x","connect_urls":["127.0.0.1:1"]}\r\n',
    'CONNECT {"account":"ROLLCALL"}\r\n',
    `SUB ${inboxPrefix(other)}.> x y z 1\r\n`,
    'UNSUB 999999 -1\r\n',
    '+OK\r\n-ERR x\r\nPONG\r\n',
    '\0\0\0\0\r\n',
    'GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n',
    '\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00',
    'x'.repeat(70_000),
  ]
}
