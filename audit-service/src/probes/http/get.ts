import { isIPv6 } from 'node:net'
import { type Exchanged, exchange, type Target } from '../banner/exchange.ts'
import { productOf } from '../banner/product.ts'
import type { HeardPrint } from '../banner/service-print.ts'
import { present } from '../snmp/mibs/present.ts'
import { certificatePrint } from '../tls/certificate.ts'
import { type HttpAnswer, hasTitle, readAnswer } from './page.ts'

/** A title that comes later than this is not looked for. */
const bytesMax = 32 * 1024
/** Of one request. */
const timeoutMs = 3_000

/**
 * Asks a web server for its first page, and once more where that only names another page of the same server. A
 * redirection to another host, port or scheme is not followed: each port that is open is asked by itself.
 */
export async function readWebPage(target: Target, tls: boolean, signal: AbortSignal): Promise<HeardPrint | undefined> {
  const first = await get(target, '/', tls, signal)
  const answer = readAnswer(first.received)
  const path = answer && answer.title === undefined ? samePlace(answer, target, tls) : undefined
  const second = path === undefined ? undefined : await get(target, path, tls, signal)
  const { server, realm, title } = { ...answer, ...(second && readAnswer(second.received)) }
  const certificate = certificatePrint(first.certificate)
  if (answer === undefined && certificate === undefined) return undefined
  const lines = [server && `Server: ${server}`, realm && `Realm: ${realm}`, title && `Title: ${title}`]
  const banner = lines.filter((line) => line !== undefined).join('\n')
  return {
    print: {
      port: target.port,
      protocol: 'tcp',
      name: answer === undefined ? 'tls' : tls ? 'https' : 'http',
      ...productOf(server ?? ''),
      ...(banner !== '' && { banner }),
      ...(certificate && { certificate }),
      page: present({ server, realm, title }),
    },
    heard: Buffer.concat([first.received, ...(second ? [Buffer.from('\n'), second.received] : [])]),
  }
}

const get = (target: Target, path: string, tls: boolean, signal: AbortSignal): Promise<Exchanged> =>
  exchange(target, { tls, send: request(target, path), isDone: hasTitle, bytesMax, timeoutMs, signal })

/** Identity encoding: what is packed would have to be unpacked, and bombs are. */
function request({ address, port }: Target, path: string): string {
  const host = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const headers = ['User-Agent: Rollcall', 'Accept: text/html, */*', 'Accept-Encoding: identity', 'Connection: close']
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers.join('\r\n')}\r\n\r\n`
}

/** The path that the answer redirects to, when it is one of the very server that was asked. */
function samePlace({ status, location }: HttpAnswer, { address, port }: Target, tls: boolean): string | undefined {
  if (status < 300 || status > 399 || location === undefined) return undefined
  const base = `${tls ? 'https' : 'http'}://${isIPv6(address) ? `[${address}]` : address}:${port}/`
  if (!URL.canParse(location, base)) return undefined
  const url = new URL(location, base)
  return url.origin === new URL(base).origin ? `${url.pathname}${url.search}` : undefined
}
