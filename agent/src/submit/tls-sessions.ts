import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@rollcall/shared/errors.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import type { TlsSessions } from '@rollcall/shared/node/pinned-client.ts'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'

export const tlsSessionsPath = (stateDir: string): string => join(stateDir, 'tls-sessions.json')

/** `caHash`: the CA by which the servers of these sessions were verified. `sessions`: by `host:port`, in base64. */
const storedSchema = z.object({ caHash: z.string(), sessions: z.record(z.string(), z.base64()) })

/** Addresses of one collector. */
const sessionsMax = 16

/**
 * Keeps TLS sessions in a file of the agent's state, which only its owner may read, so that the next run needs no full
 * handshake. Anyone with this file could pose as the collector to this agent; the token beside it is worth no less.
 */
export async function tlsSessionsIn(
  stateDir: string,
  caPem: string,
): Promise<TlsSessions & { save(log: Log): Promise<void> }> {
  const path = tlsSessionsPath(stateDir)
  const caHash = hash('sha256', caPem, 'base64')
  const stored = storedSchema.safeParse(parseJson(await readFile(path).catch(() => undefined)))
  const isSame = stored.success && stored.data.caHash === caHash
  const sessions = new Map(isSame ? Object.entries(stored.data.sessions) : [])
  let isChanged = false
  return {
    get(address) {
      const session = sessions.get(address)
      return session === undefined ? undefined : Buffer.from(session, 'base64')
    },
    set(address, session) {
      sessions.delete(address)
      sessions.set(address, session.toString('base64'))
      isChanged = true
    },
    async save(log) {
      if (!isChanged) return
      const newest = Object.fromEntries([...sessions].slice(-sessionsMax))
      await writeFileWhole(path, JSON.stringify({ caHash, sessions: newest })).catch((error: unknown) => {
        log.warn({}, `the TLS session could not be stored, so the next run needs a full handshake: ${messageOf(error)}`)
      })
    },
  }
}

/** A missing or damaged file costs a full handshake. */
