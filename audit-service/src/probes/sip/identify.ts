import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { productOf } from '../banner/product.ts'
import { isWholeReply, type ReplyHead, readHead } from '../http/reply.ts'
import type { Print, PrintReading } from '../identify/print.ts'
import type { Visit } from '../identify/visit.ts'

/**
 * Asks a telephone or a telephone system for its abilities (RFC 3261, section 11): it names its software, in which
 * telephones write manufacturer, model and version. No call is made and nothing rings.
 */
export const sipPrint: Print = {
  name: 'sip',
  ports: { tcp: [5060], udp: [5060] },
  async read(visit) {
    const callId = randomBytes(8).toString('hex')
    const isAnswer = (bytes: Buffer) => {
      const head = readHead(bytes)
      return head?.protocol === 'SIP' && head.status >= 200 && (head.headers.get('call-id') ?? callId).includes(callId)
    }
    const question = optionsRequest(visit, callId)
    const answer =
      visit.protocol === 'udp'
        ? await visit.query(question, isAnswer)
        : await visit.converse(async (line) => {
            line.send(question)
            const reply = await line.receive((bytes) => (isWholeReply(bytes) ? bytes.length : undefined))
            return reply && isAnswer(reply) ? reply : undefined
          })
    const head = answer && readHead(answer)
    return head && readingOf(head)
  },
}

/** `Max-Forwards: 0`: a proxy answers by itself and asks nobody else (section 16.3). */
function optionsRequest({ address, port, protocol }: Visit, callId: string): string {
  const host = isIPv6(address) ? `[${address}]` : address
  const lines = [
    `OPTIONS sip:${host}:${port} SIP/2.0`,
    `Via: SIP/2.0/${protocol.toUpperCase()} rollcall.invalid;branch=z9hG4bK${callId};rport`,
    'Max-Forwards: 0',
    `From: <sip:rollcall@rollcall.invalid>;tag=${callId}`,
    `To: <sip:${host}>`,
    `Call-ID: ${callId}@rollcall.invalid`,
    'CSeq: 1 OPTIONS',
    'Accept: application/sdp',
    'Content-Length: 0',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function readingOf({ headers }: ReplyHead): PrintReading {
  const software = headers.get('user-agent') ?? headers.get('server')
  return { service: { name: 'sip', ...productOf(software ?? ''), banner: software } }
}
