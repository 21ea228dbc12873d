import { setTimeout } from 'node:timers/promises'
import { dayMs } from '@rollcall/shared/durations.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { addressStatement, serviceAddressesSchema } from '@rollcall/shared/messages/enrollment.ts'
import { addressesAfter } from '@rollcall/shared/node/collector-client.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { Logger } from 'pino'
import type { Addresses } from './addresses.ts'
import type { ServiceFileUpdate } from './service-file.ts'
import type { SignedRequests } from './signed-requests.ts'

type AddressCheck = {
  /** Asks soon: the connection is new, so the collector may have been restarted with other addresses. */
  wake(): void
  stop(): Promise<void>
}

type Options = {
  requests: SignedRequests
  addresses: Addresses
  update: ServiceFileUpdate
  log: Logger
}

/** Services that lost the same collector do not ask in the same moment. */
const spreadMs = 10_000

/**
 * Asks the collector for its addresses after each connection and once a day, and stores them. A service then still finds
 * a collector that was renamed while an old name led to it.
 */
export function startAddressCheck({ requests, addresses, update, log }: Options): AddressCheck {
  const stopping = new AbortController()
  const pause = createPause()

  const check = async () => {
    const listed = await requests.post(
      '/api/audit-service/addresses',
      addressStatement,
      serviceAddressesSchema,
      stopping.signal,
    )
    const { natsServers } = listed
    const current = { ...addressesAfter(requests.answeredBy(), listed.collectorUrls), natsServers }
    addresses.use(current)
    if (await update(current)) log.info(current, 'addresses of the collector: updated')
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await pause.wait(dayMs)
      await setTimeout(Math.random() * spreadMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await check().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.debug({ reason: messageOf(error) }, 'addresses of the collector: no answer')
      })
    }
  }
  const running = run()

  return {
    wake: () => pause.wake(),
    async stop() {
      stopping.abort()
      pause.wake()
      await running
    },
  }
}
