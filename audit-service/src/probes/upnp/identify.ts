import { isIPv6 } from 'node:net'
import { readHead } from '../http/reply.ts'
import type { Print } from '../identify/print.ts'
import type { Visit } from '../identify/visit.ts'
import { descriptionFacts } from './description.ts'

/** Devices wait up to MX seconds before they answer; most answer a search for themselves alone at once. */
const timeoutMs = 400

/**
 * Searches the root device at one address (UPnP Device Architecture, section 1.3.2) and reads its description there
 * (section 2). No service of the device is called.
 */
export const upnpPrint: Print = {
  name: 'upnp',
  ports: { udp: [1900] },
  async read(visit) {
    const answer = await visit.query(search(visit), isAnswer, timeoutMs)
    const headers = answer && readHead(answer)?.headers
    if (headers === undefined) return undefined
    const link = visit.link(headers.get('location') ?? '')
    const reply = link && (await visit.request({ path: link.path }, link.way))
    const device = reply?.status === 200 ? descriptionFacts(reply.body.toString('utf8')) : undefined
    return { service: { name: 'upnp', banner: headers.get('server') }, ...(device && { device }) }
  },
}

const isAnswer = (message: Buffer): boolean => {
  const head = readHead(message)
  return head?.protocol === 'HTTP' && head.status === 200 && head.headers.has('location')
}

function search({ address, port }: Visit): string {
  const host = isIPv6(address) ? `[${address}]` : address
  const lines = ['M-SEARCH * HTTP/1.1', `HOST: ${host}:${port}`, 'MAN: "ssdp:discover"', 'MX: 1', 'ST: upnp:rootdevice']
  return `${lines.join('\r\n')}\r\n\r\n`
}
