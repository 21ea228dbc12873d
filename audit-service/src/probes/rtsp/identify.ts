import { isIPv6 } from 'node:net'
import { productOf } from '../banner/product.ts'
import { realmOf } from '../http/page.ts'
import { type HttpReply, isWholeReply, readReply } from '../http/reply.ts'
import type { Print } from '../identify/print.ts'
import type { Line } from '../tcp/conversation.ts'

/**
 * Asks a camera or media server for its methods and for the description of its stream (RFC 2326, sections 10.1 and
 * 10.2). Its software and the realm of its login often name the manufacturer. No stream is started.
 */
export const rtspPrint: Print = {
  name: 'rtsp',
  ports: { tcp: [554, 8554] },
  read: (visit) =>
    visit.converse(async (line) => {
      const { address, port } = visit
      const url = `rtsp://${isIPv6(address) ? `[${address}]` : address}:${port}/`
      const options = await ask(line, 'OPTIONS', url, 1)
      if (options === undefined) return undefined
      const description = await ask(line, 'DESCRIBE', url, 2)
      const server = options.headers.get('server') ?? description?.headers.get('server')
      const realm = realmOf(description?.headers.get('www-authenticate') ?? options.headers.get('www-authenticate'))
      const lines = [server && `Server: ${server}`, realm && `Realm: ${realm}`].filter((each) => each !== undefined)
      return {
        service: { name: 'rtsp', ...productOf(server ?? ''), banner: lines.join('\n') },
        page: { ...(server && { server }), ...(realm && { realm }) },
      }
    }),
}

async function ask(line: Line, method: string, url: string, sequence: number): Promise<HttpReply | undefined> {
  const lines = [`${method} ${url} RTSP/1.0`, `CSeq: ${sequence}`, 'User-Agent: Rollcall', 'Accept: application/sdp']
  line.send(`${lines.join('\r\n')}\r\n\r\n`)
  const reply = await line.receive((bytes) => (isWholeReply(bytes) ? bytes.length : undefined))
  const read = reply && readReply(reply)
  return read?.protocol === 'RTSP' ? read : undefined
}
