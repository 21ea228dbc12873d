import { fromSeed } from '@nats-io/nkeys'
import { dayMs } from '@rollcall/shared/durations.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { renewalStatement, serviceRenewedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import { createClient, type HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import { readServiceFile, type ServiceFile, writeServiceFile } from './service-file.ts'

export type Renewal = {
  /** Returns the newest user JWT. */
  userJwt(): string
  /** Requests another JWT at once, because NATS refuses the current one. */
  wake(): void
  stop(): Promise<void>
}

type RenewalOptions = {
  service: Pick<ServiceFile, 'auditServiceId' | 'collectorUrl' | 'caPem' | 'userJwt' | 'userSeed'>
  stateDir: string
  log: Logger
}

/** A third of the validity that the collector grants. */
const renewBeforeMs = 10 * dayMs
const checkMs = 60 * 60 * 1000

/**
 * Renews the NATS user JWT over HTTPS before it expires, and when NATS refuses it: a service that was offline for
 * longer, or that joined an older release, regains access by itself. A removed service does not.
 */
export function startRenewal({ service, stateDir, log }: RenewalOptions): Renewal {
  const pause = createPause()
  const stopping = new AbortController()
  let { userJwt } = service
  let isRefused = false

  const renew = async () => {
    userJwt = await requestUserJwt(service, stopping.signal)
    isRefused = false
    const file = await readServiceFile(stateDir)
    if (file) await writeServiceFile(stateDir, { ...file, userJwt })
    log.info('NATS access: renewed')
  }

  const run = async () => {
    const backoff = createBackoff({ baseMs: 2000, maxMs: 5 * 60_000 })
    while (!stopping.signal.aborted) {
      if (!isRefused && expiryMsOf(userJwt) - Date.now() > renewBeforeMs) {
        backoff.reset()
        await pause.wait(checkMs)
        continue
      }
      await renew().catch((error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ reason: messageOf(error) }, 'NATS access: renewal failed, will try again')
      })
      // Also after a success: the server may refuse the new JWT too.
      await backoff.wait(stopping.signal, 500).catch(() => undefined)
    }
  }
  const running = run()

  return {
    userJwt: () => userJwt,
    wake() {
      isRefused = true
      pause.wake()
    },
    async stop() {
      stopping.abort()
      pause.wake()
      await running
    },
  }
}

async function requestUserJwt(service: RenewalOptions['service'], signal: AbortSignal): Promise<string> {
  const { collectorUrl: url, caPem, auditServiceId, userSeed } = service
  const key = fromSeed(new TextEncoder().encode(userSeed))
  const client = createClient({ url, caPem })
  const post = (now: Date) => {
    const statement = { auditServiceId, issuedAt: now.toISOString() }
    const signature = Buffer.from(key.sign(renewalStatement(statement))).toString('base64')
    const body = JSON.stringify({ ...statement, signature })
    const headers = { 'content-type': 'application/json' }
    return client({ method: 'POST', path: '/api/audit-service/renew', headers, body, signal })
  }
  let response = await post(new Date())
  // This machine's clock may be wrong: the collector's time counts.
  const collectorTime = Date.parse(String(response.headers['date']))
  if (response.status === 403 && !Number.isNaN(collectorTime)) response = await post(new Date(collectorTime))
  if (response.status !== 200) throw new Error(`the collector answered ${response.status}: ${detailOf(response)}`)
  return serviceRenewedSchema.parse(JSON.parse(response.body.toString('utf8'))).userJwt
}

function detailOf({ body }: HttpResponse): string {
  try {
    const { detail } = z.object({ detail: z.string() }).parse(JSON.parse(body.toString('utf8')))
    return detail.slice(0, 300)
  } catch {
    // Not the collector's answer; the status is enough.
    return ''
  }
}

/** Returns the expiry of a user JWT; 0 if it never expires, as in older releases. */
function expiryMsOf(userJwt: string): number {
  const claims = Buffer.from(userJwt.split('.')[1] ?? '', 'base64url').toString('utf8')
  return z.object({ exp: z.number().default(0) }).parse(JSON.parse(claims)).exp * 1000
}
