import type { X509Certificate } from 'node:crypto'
import { cleanText, normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { type HttpReply, isWholeReply, readReply } from '../http/reply.ts'
import { originOf, requestHead } from '../http/request.ts'
import { isPrintPort } from '../nmap/common-ports.ts'
import { closedByHost, converse, type Line } from '../tcp/conversation.ts'
import { briefPatience, queryUdp } from '../udp/query.ts'

/** Limits of all prints, for one port of one host. */
export const printLimits = {
  /** Time of all conversations together. */
  timeMs: 3_000,
  conversations: 6,
  /** Received bytes of one conversation. */
  bytesMax: 64 * 1024,
  /** Bytes of one port in the raw payload. */
  rawBytesMax: 8 * 1024,
  /** Characters of one value. */
  textMax: 256,
  /** Characters of the detail in the host's attempts. */
  detailMax: 400,
}

/** A document of the same host. */
export type Link = { path: string; way: Way }

type HttpRequest = {
  method?: 'GET' | 'POST'
  path: string
  headers?: readonly string[]
  body?: string
}

/** Another port of the same host, or TLS on it. */
type Way = { port?: number; tls?: boolean }

/**
 * One port of one host, as a print may use it: nothing leads to another address. Each method returns undefined if the
 * host does not answer; the reason is then in `faults`, except for silence.
 */
export type Visit = {
  readonly address: string
  readonly protocol: 'tcp' | 'udp'
  readonly port: number
  /** Runs `talk` on a new connection. It returns undefined if the host does not speak the protocol. */
  converse<T>(talk: (line: Line) => Promise<T | undefined>, way?: Way): Promise<T | undefined>
  /** Sends one HTTP request. A redirection is an answer and is not followed. */
  request(request: HttpRequest, way?: Way): Promise<HttpReply | undefined>
  /** Returns the document that a host names, if it is its own. Documents of other addresses are never requested. */
  link(url: string): Link | undefined
  /** Sends a datagram to the port, and once more if there is no answer. */
  query(
    payload: Buffer | string,
    isAnswer: (message: Buffer) => boolean,
    timeoutMs?: number,
  ): Promise<Buffer | undefined>
  /** Adds a reason to the host's attempts. */
  fault(text: string): void
}

export type VisitedHost = {
  address: string
  /** TCP ports that the segment allows; undefined: all. */
  allowedPorts?: readonly number[] | undefined
  /** Resolves with a release function when the host may get another connection; rejects if `signal` aborts before. */
  connect(signal: AbortSignal): Promise<() => void>
  signal: AbortSignal
}

/** Opens a visit; `faults` and `received` grow with what happens in it. */
export function openVisit(host: VisitedHost, protocol: 'tcp' | 'udp', port: number) {
  const { address, allowedPorts, signal } = host
  const faults: string[] = []
  const received: Buffer[] = []
  let certificate: X509Certificate | undefined
  let timeLeftMs = printLimits.timeMs
  let conversationsLeft = printLimits.conversations

  const visit: Visit = {
    address,
    protocol,
    port,
    fault: (text) => void faults.push(text),
    async converse(talk, { port: other = port, tls = false } = {}) {
      const isOwn = other === port && protocol === 'tcp'
      const where = isOwn ? '' : `TCP ${other}: `
      if (isPrintPort(other)) {
        faults.push(`${where}nothing is sent to a raw print port`)
        return undefined
      }
      if (allowedPorts && !isOwn && !allowedPorts.includes(other)) {
        faults.push(`${where}the segment does not allow this port`)
        return undefined
      }
      if (conversationsLeft === 0 || timeLeftMs <= 0) {
        faults.push(`${where}not asked, because the limit of the port is used up`)
        return undefined
      }
      conversationsLeft -= 1
      const release = await host.connect(signal).catch(() => undefined)
      if (release === undefined) {
        faults.push(`${where}not asked, because the host’s time is up`)
        return undefined
      }
      const startedAt = performance.now()
      try {
        const limits = { bytesMax: printLimits.bytesMax, timeoutMs: Math.ceil(timeLeftMs), signal }
        const done = await converse({ address, port: other, tls }, limits, talk)
        received.push(done.received)
        if (isOwn) certificate ??= done.certificate
        const fault = done.fault ?? 'the answer is not of this protocol'
        // Part of the reading is missing also if a limit ended the conversation.
        if (done.value === undefined || (done.fault ?? closedByHost) !== closedByHost) faults.push(`${where}${fault}`)
        return done.value
      } finally {
        timeLeftMs -= performance.now() - startedAt
        release()
      }
    },
    async request({ method = 'GET', path, headers = [], body = '' }, way = {}) {
      const origin = originOf({ address, port: way.port ?? port }, way.tls)
      const length = method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
      return visit.converse(async (line) => {
        line.send(`${requestHead(method, path, origin, [...headers, ...length])}${body}`)
        const whole = await line.receive((bytes) => (isWholeReply(bytes) ? bytes.length : undefined))
        // Without a length, the body ends with the connection.
        return readReply(whole ?? line.rest() ?? Buffer.alloc(0))
      }, way)
    },
    link(url) {
      const link = linkOf(url, address)
      const shown = cleanText(url.slice(0, urlMax), urlShownMax)
      if (link === undefined) faults.push(`the description is not at this address and was not requested: ${shown}`)
      return link
    },
    async query(payload, isAnswer, timeoutMs = briefPatience.timeoutMs) {
      const read = (message: Buffer) => message.length <= printLimits.bytesMax && isAnswer(message)
      const outcome = await queryUdp({
        ...{ address, port, payload: Buffer.from(payload), read, signal },
        ...{ ...briefPatience, timeoutMs },
      })
      if (!('answer' in outcome)) return undefined
      received.push(outcome.answer)
      return outcome.answer
    },
  }
  return { visit, faults, received, certificate: () => certificate }
}

const urlMax = 1_024
const urlShownMax = 100
const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Returns the document if its URL leads to the address itself; names are not resolved. */
function linkOf(text: string, address: string): Link | undefined {
  if (text.length > urlMax || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port)
  const host = normaliseIp(url.hostname.replace(/^\[|\]$/g, ''))
  if (port === undefined || defaultPorts[url.protocol] === undefined) return undefined
  if (host === undefined || host !== normaliseIp(address) || url.username !== '' || url.password !== '')
    return undefined
  return { path: `${url.pathname}${url.search}`, way: { port, tls: url.protocol === 'https:' } }
}
