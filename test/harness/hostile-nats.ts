import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { newId } from '@rollcall/shared/ids.ts'
import {
  controlSubject,
  heartbeatSubject,
  inboxPrefix,
  ingestConsumer,
  progressSubject,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
} from '@rollcall/shared/messages/subjects.ts'

/** Ids that a hostile Audit Service knows: all of them, as if it had seen another service's files. */
export type HostileTarget = {
  own: string
  other: string
  /** Streams of the collector. */
  streams: readonly string[]
  /** The account hash in acknowledgements with a domain. */
  accountHash: string
  /** Ids of messages that the other service sends later. */
  msgIds: readonly string[]
}

const streamVerbs = ['INFO', 'DELETE', 'PURGE', 'UPDATE', 'CREATE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE']
const consumerVerbs = ['INFO', 'DELETE', 'CREATE', 'MSG.NEXT', 'PAUSE', 'RESET', 'UNPIN', 'LEADER.STEPDOWN']
const sequences = [1, 2]

/** Subjects that change or read something of the collector or of another service, if they reach it. */
export function foreignSubjects({ own, other, streams, accountHash }: HostileTarget): string[] {
  const consumers = [taskConsumer(own), taskConsumer(other), ingestConsumer, '*']
  const api = ['$JS.API', '$JS.hub.API', '$JS._.API'].flatMap((prefix) => [
    `${prefix}.INFO`,
    `${prefix}.STREAM.NAMES`,
    `${prefix}.STREAM.LIST`,
    `${prefix}.ACCOUNT.PURGE.ROLLCALL`,
    ...streams.flatMap((stream) => [
      ...streamVerbs.map((verb) => `${prefix}.STREAM.${verb}.${stream}`),
      `${prefix}.CONSUMER.NAMES.${stream}`,
      `${prefix}.CONSUMER.LIST.${stream}`,
      `${prefix}.DIRECT.GET.${stream}`,
      `${prefix}.DIRECT.GET.${stream}.${taskSubject(other)}`,
      ...consumers.flatMap((consumer) => [
        ...consumerVerbs.map((verb) => `${prefix}.CONSUMER.${verb}.${stream}.${consumer}`),
        `${prefix}.CONSUMER.DURABLE.CREATE.${stream}.${consumer}`,
      ]),
    ]),
  ])
  const acks = streams.flatMap((stream) =>
    [taskConsumer(other), ingestConsumer].flatMap((consumer) =>
      sequences.flatMap((sequence) => {
        const place = `1.${sequence}.${sequence}.1700000000000000000.0`
        return [
          `$JS.ACK.${stream}.${consumer}.${place}`,
          `$JS.ACK._.${accountHash}.${stream}.${consumer}.${place}.x`,
          `$JS.ACK.hub.${accountHash}.${stream}.${consumer}.${place}`,
          // Ends in this service's own tokens, so that a wildcard before them would match.
          `$JS.ACK.${stream}.${consumer}.${taskStream}.${taskConsumer(own)}.${place}`,
          `$JS.ACK.${stream}.${consumer}.${accountHash}.${taskStream}.${taskConsumer(own)}.1`,
        ]
      }),
    ),
  )
  return [
    ...api,
    ...acks,
    taskSubject(own),
    taskSubject(other),
    resultSubject(other, newId()),
    progressSubject(other, newId()),
    heartbeatSubject(other),
    controlSubject(own),
    controlSubject(other),
    `${inboxPrefix(other)}.guess`,
    '_INBOX.guess',
    `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${taskStream}.${taskConsumer(other)}`,
    '$JS.FC.ROLLCALL_TASKS.ingest.1',
    '$JSC.R.guess',
    '$NRG.V.guess',
    '$SYS.REQ.CLAIMS.UPDATE',
    '$SYS.REQ.CLAIMS.DELETE',
    '$SYS.REQ.CLAIMS.LIST',
    '$SYS.REQ.SERVER.PING',
    '$SYS.REQ.ACCOUNT.PING.CONNZ',
    '$SYS.ACCOUNT.ROLLCALL.DISCONNECT',
    '$SYS._INBOX.guess',
    '_R_.guess',
    '_R_.a.b',
    '_GR_.a.b.c',
    '$GR.guess',
    '$KV.x.y',
    '$MQTT.x',
    'rollcall.>',
    'rollcall.tasks.*',
    'rollcall.results.*.*',
    '>',
    '*',
  ]
}

/** Subjects that the service may publish to. */
export const ownSubjects = ({ own, accountHash }: HostileTarget): string[] => [
  resultSubject(own, newId()),
  resultSubject(own, '>'),
  resultSubject(own, '*'),
  progressSubject(own, newId()),
  heartbeatSubject(own),
  `$JS.API.CONSUMER.MSG.NEXT.${taskStream}.${taskConsumer(own)}`,
  `$JS.API.CONSUMER.INFO.${taskStream}.${taskConsumer(own)}`,
  ...sequences.map((n) => `$JS.ACK.${taskStream}.${taskConsumer(own)}.1.${n}.${n}.1700000000000000000.0`),
  `$JS.ACK.${taskStream}.${taskConsumer(own)}.${taskStream}.${taskConsumer(own)}.1.1.1.1.0`,
  `$JS.ACK._.${accountHash}.${taskStream}.${taskConsumer(own)}.1.1.1.1700000000000000000.0.x`,
]

const payloads = [
  '',
  '+ACK',
  '-NAK',
  '+WPI',
  '+TERM',
  '+NXT',
  '+NXT {"batch":50,"no_wait":true}',
  '{"batch":50,"no_wait":true}',
  '{"batch":1,"expires":1}',
  '{"batch":1000000,"max_bytes":1,"expires":1}',
  '{"seq":1}',
  '{"last_by_subj":"rollcall.tasks.*"}',
  '{"filter":">"}',
  'x',
]

function headerSets({ msgIds, streams }: HostileTarget): (MsgHdrs | undefined)[] {
  const of = (...pairs: [string, string][]) => {
    const made = headers()
    for (const [name, value] of pairs) made.append(name, value)
    return made
  }
  const status = (code: number, text: string) => headers(code, text)
  return [
    undefined,
    ...msgIds.map((id) => of(['Nats-Msg-Id', id])),
    of(['Nats-Rollup', 'all']),
    of(['Nats-Rollup', 'sub']),
    of(['Nats-Expected-Stream', streams[0] ?? '']),
    of(['Nats-Expected-Last-Sequence', '0']),
    of(['Nats-Expected-Last-Subject-Sequence', '0']),
    of(['Nats-TTL', '1s']),
    of(['Nats-Schedule', '@at 2026-01-01T00:00:00Z'], ['Nats-Schedule-Target', 'rollcall.tasks.x']),
    of(['Nats-Batch-Id', 'a'], ['Nats-Batch-Sequence', '1'], ['Nats-Batch-Commit', '1']),
    of(['Nats-Incr', '1']),
    of(['Nats-Trace-Dest', 'rollcall.tasks.x'], ['Nats-Trace-Only', 'true']),
    of(['Nats-Request-Info', '{"acc":"ROLLCALL"}']),
    of(['Nats-Sequence', '1'], ['Nats-Stream', streams[0] ?? ''], ['Nats-Subject', 'rollcall.tasks.x']),
    of(['Nats-Required-Api-Level', '0']),
    status(100, 'Idle Heartbeat'),
    status(404, 'No Messages'),
    status(408, 'Request Timeout'),
    status(409, 'Consumer Deleted'),
    status(503, 'No Responders'),
  ]
}

/**
 * Publishes every pair of a subject and a reply subject, with payloads and headers in turn, so that each of them goes with
 * each subject. Resolves with how many messages were sent when the server has read them all.
 */
export async function publishFamilies(nc: NatsConnection, target: HostileTarget): Promise<number> {
  const foreign = foreignSubjects(target)
  const own = ownSubjects(target)
  const headerList = headerSets(target)
  let sent = 0
  const publish = async (subject: string, reply: string | undefined) => {
    const payload = payloads[sent % payloads.length] ?? ''
    const header = headerList[sent % headerList.length]
    sent += 1
    const options = { ...(reply === undefined ? {} : { reply }), ...(header ? { headers: header } : {}) }
    try {
      nc.publish(subject, payload, options)
    } catch {
      // Refused by the client library already, such as a wildcard; a raw client is tried by the flow test.
    }
    if (sent % 500 === 0) await nc.flush()
  }
  for (const subject of [...own, ...foreign]) {
    // Each payload and each header set goes with each subject, without a reply subject.
    for (let turn = 0; turn < payloads.length * 2; turn += 1) await publish(subject, undefined)
  }
  for (const subject of own) for (const reply of [...foreign, ...own]) await publish(subject, reply)
  for (const subject of own) {
    if (!subject.startsWith('$JS.')) continue
    // A pull that is answered at once, and a request for information: both answer to any reply subject.
    for (const reply of foreign) {
      for (const body of ['{"batch":1,"no_wait":true}', '+NXT {"batch":9,"no_wait":true}', '']) {
        try {
          nc.publish(subject, body, { reply })
        } catch {
          // As above.
        }
        sent += 1
      }
    }
    await nc.flush()
  }
  await nc.flush()
  return sent
}

/** Subscriptions by which a service would read what belongs to others. */
export const foreignSubscriptions = (target: HostileTarget): string[] => [
  ...foreignSubjects(target).filter((subject) => !subject.includes(' ')),
  '_INBOX.>',
  '_INBOX*.>',
  `${inboxPrefix(target.other)}.>`,
  '_R_.>',
  '_GR_.>',
  '$JS.>',
  '$JS.ACK.>',
  '$JS.EVENT.>',
  '$SYS.>',
  'rollcall.*.*',
  'rollcall.results.>',
]
