import { optional } from '@rollcall/shared/optional.ts'
import { type Exchanged, exchange } from '../banner/exchange.ts'
import { productOf } from '../banner/product.ts'
import type { PrintWithBytes } from '../banner/service-print.ts'
import type { Target } from '../tcp/conversation.ts'
import { certificatePrint } from '../tls/certificate.ts'
import { type HttpAnswer, hasTitle, readAnswer } from './page.ts'
import { originOf, requestHead } from './request.ts'

/** Limit of the received bytes in which a title is searched. */
const bytesMax = 32 * 1024
/** Time limit of one request. */
const timeoutMs = 3_000

/**
 * Requests the first page of a web server, and once more if it redirects to a page of the same server. A redirection to
 * another host, port or scheme is not followed: each open port is queried on its own.
 */
export async function readWebPage(
  target: Target,
  tls: boolean,
  signal: AbortSignal,
): Promise<PrintWithBytes | undefined> {
  const first = await get(target, '/', tls, signal)
  const answer = readAnswer(first.received)
  const path = answer && answer.title === undefined ? isSameOrigin(answer, originOf(target, tls)) : undefined
  const second = path === undefined ? undefined : await get(target, path, tls, signal)
  const { server, realm, title, status } = { ...answer, ...(second && readAnswer(second.received)) }
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
      page: optional({ server, realm, title, loginRequired: status === 401 ? true : undefined }),
    },
    received: Buffer.concat([first.received, ...(second ? [Buffer.from('\n'), second.received] : [])]),
  }
}

function get(target: Target, path: string, tls: boolean, signal: AbortSignal): Promise<Exchanged> {
  const send = requestHead('GET', path, originOf(target, tls), ['Accept: text/html, */*'])
  return exchange(target, { tls, send, isDone: hasTitle, bytesMax, timeoutMs, signal })
}

/** Returns the path of a redirection if it stays on the same server. */
function isSameOrigin({ status, location }: HttpAnswer, origin: URL): string | undefined {
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, origin.href)) return undefined
  const url = new URL(location, origin)
  return url.origin === origin.origin ? `${url.pathname}${url.search}` : undefined
}
