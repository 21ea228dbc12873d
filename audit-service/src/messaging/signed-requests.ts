import type { Duplex } from 'node:stream'
import { natsScheme, natsStatement } from '@rollcall/shared/messages/enrollment.ts'
import { type CollectorClient, createCollectorClient } from '@rollcall/shared/node/collector-client.ts'
import { openWebSocket, UpgradeRefused } from '@rollcall/shared/node/open-web-socket.ts'
import { reasonOf } from '@rollcall/shared/node/problem.ts'
import type { ProxyFor } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { signingKey } from '@rollcall/shared/node/signing-key.ts'
import type { z } from 'zod'
import type { Addresses } from './addresses.ts'
import type { ServiceFile } from './service-file.ts'

type StatementOf = (statement: { auditServiceId: string; issuedAt: string }) => Uint8Array

export type SignedRequests = {
  /** Posts a signed statement to the collector. Rejects unless the answer matches the schema. */
  post<T>(path: string, statementOf: StatementOf, schema: z.ZodType<T>, signal: AbortSignal): Promise<T>
  /** Returns the collector's address that answered last. */
  answeredBy: CollectorClient['answeredBy']
  /** Opens the WebSocket to NATS at a `wss:` address. */
  openWebSocket(url: URL): Promise<Duplex>
}

type Options = {
  service: Pick<ServiceFile, 'auditServiceId' | 'caPem' | 'userSeed'>
  addresses: Pick<Addresses, 'collectorUrls'>
  proxyFor: ProxyFor
}

/** The collector refuses this Audit Service. */
export class RefusedByCollector extends Error {}

const webSocketTimeoutMs = 9_000
/** Less than the difference that the collector permits. */
const clockOffMsMin = 60_000

/**
 * Requests to the collector that the key of this service's NATS user signs. The clock of this machine may be wrong: after
 * a refusal, the request is repeated once with the collector's time.
 */
export function createSignedRequests({ service, addresses, proxyFor }: Options): SignedRequests {
  const { auditServiceId, caPem, userSeed } = service
  const key = signingKey(new TextEncoder().encode(userSeed))
  const client = createCollectorClient({ urls: addresses.collectorUrls, caPem, proxyFor })
  const sign = (statementOf: StatementOf, now: Date) => {
    const statement = { auditServiceId, issuedAt: now.toISOString() }
    return JSON.stringify({
      ...statement,
      signature: Buffer.from(key.sign(statementOf(statement))).toString('base64'),
    })
  }
  const openAt = (url: URL, now: Date) => {
    const authorization = Buffer.from(sign(natsStatement, now)).toString('base64url')
    const headers = { Authorization: `${natsScheme} ${authorization}` }
    return openWebSocket(url, { headers, caPem, proxyFor, timeoutMs: webSocketTimeoutMs })
  }

  return {
    answeredBy: client.answeredBy,
    async post(path, statementOf, schema, signal) {
      const send = (now: Date) => {
        const headers = { 'content-type': 'application/json' }
        return client({ method: 'POST', path, headers, body: sign(statementOf, now), signal })
      }
      let response = await send(new Date())
      const collectorTime = otherTime(String(response.headers['date']))
      if (response.status === 403 && collectorTime) response = await send(collectorTime)
      if (response.status === 403) throw new RefusedByCollector(`the collector answered ${reasonOf(response)}`)
      if (response.status !== 200) throw new Error(`the collector answered ${reasonOf(response)}`)
      return schema.parse(JSON.parse(response.body.toString('utf8')))
    },
    async openWebSocket(wss) {
      const url = new URL(wss.href.replace(/^wss:/, 'https:'))
      try {
        return await openAt(url, new Date())
      } catch (error) {
        const collectorTime =
          error instanceof UpgradeRefused && error.status === 403 ? otherTime(error.date) : undefined
        if (collectorTime === undefined) throw error
        return openAt(url, collectorTime)
      }
    },
  }
}

/** Returns the collector's time if the clock of this machine differs from it. */
export function otherTime(date: string | undefined): Date | undefined {
  const time = new Date(date ?? '')
  return Math.abs(time.getTime() - Date.now()) > clockOffMsMin ? time : undefined
}
