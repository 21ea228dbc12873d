import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { collectorCredentials } from '@rollcall/collector/messaging/accounts.ts'
import { loadMessagingKeys } from '@rollcall/collector/messaging/keys.ts'
import { openStore } from '@rollcall/collector/store/open.ts'
import { openVault } from '@rollcall/collector/store/vault.ts'
import { resultStream } from '@rollcall/shared/messages/subjects.ts'
import { connectForever } from '@rollcall/shared/node/nats-connect.ts'
import { pino } from 'pino'
import type { Up } from '../../harness/rollcall.ts'

/** The results of the local Audit Service on the NATS server of `rollcall up`, across its restarts. */
export type ResultStream = AsyncDisposable & {
  /** Results that the server has taken, and how many of them the collector has acknowledged, since it was made. */
  counts: () => Promise<{ accepted: number; acknowledged: number }>
}

const requestMsMax = 500

/** Connects as the collector itself, with the keys in its data directory. */
export async function openResultStream({ dataDir, facts }: Up): Promise<ResultStream> {
  const store = await openStore({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') })
  const vault = openVault(join(dataDir, 'master.key'))
  const keys = await loadMessagingKeys({ store, vault, clock: { now: () => new Date() } })
  await store.close()
  const caPem = await readFile(facts.caFile, 'utf8')
  const target = { servers: [facts.natsUrl], caPem, name: 'test', redialMsMax: 200 }
  const connecting = { log: pino({ level: 'silent' }), signal: AbortSignal.timeout(20_000) }
  const { nc } = await connectForever({ ...target, ...(await collectorCredentials(keys)) }, connecting)
  const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: requestMsMax })
  return {
    counts: async () => {
      const { state } = await jsm.streams.info(resultStream(facts.auditServiceId))
      return { accepted: state.last_seq, acknowledged: state.last_seq - state.messages }
    },
    [Symbol.asyncDispose]: () => nc.close(),
  }
}
