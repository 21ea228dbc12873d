import { dayMs } from '@rollcall/shared/durations.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { renewalStatement, serviceRenewedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ServiceFile, ServiceFileUpdate } from './service-file.ts'
import { RefusedByCollector, type SignedRequests } from './signed-requests.ts'

type Renewal = {
  /** Returns the newest user JWT. */
  userJwt(): string
  /** Requests another JWT at once, because NATS refuses the current one. */
  wake(): void
  stop(): Promise<void>
}

type RenewalOptions = {
  service: Pick<ServiceFile, 'userJwt'>
  requests: SignedRequests
  update: ServiceFileUpdate
  log: Logger
}

/** A third of the validity that the collector grants. */
const renewBeforeMs = 10 * dayMs
const checkMs = 60 * 60 * 1000

/**
 * Renews the NATS user JWT over HTTPS before it expires, and when NATS refuses it: a service that was offline for
 * longer, or that joined an older release, regains access by itself. A removed service does not.
 */
export function startRenewal({ service, requests, update, log }: RenewalOptions): Renewal {
  const pause = createPause()
  const stopping = new AbortController()
  let { userJwt } = service
  let isRefused = false

  const renew = async () => {
    const path = '/api/audit-service/renew'
    const renewed = await requests.post(path, renewalStatement, serviceRenewedSchema, stopping.signal)
    userJwt = renewed.userJwt
    isRefused = false
    await update({ userJwt })
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
        const remedy =
          error instanceof RefusedByCollector
            ? '; if it was deleted, join it again with: rollcall audit-service join --url URL --token TOKEN'
            : ''
        log.warn({ reason: messageOf(error) }, `NATS access: renewal failed, will try again${remedy}`)
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

/** Returns the expiry of a user JWT; 0 if it never expires, as in older releases. */
function expiryMsOf(userJwt: string): number {
  const claims = Buffer.from(userJwt.split('.')[1] ?? '', 'base64url').toString('utf8')
  return z.object({ exp: z.number().default(0) }).parse(JSON.parse(claims)).exp * 1000
}
