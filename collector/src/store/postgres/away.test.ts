import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresDatabases, type TestDatabases } from '../testing/databases.ts'
import type { Outage } from '../unavailable.ts'
import { openPostgres } from './open.ts'

let databases: TestDatabases
let way: Awaited<ReturnType<typeof wayTo>>

beforeEach(async () => {
  databases = await postgresDatabases()
})
afterEach(async () => {
  await way.close()
  await databases.close()
})

/** A way to the server that can be closed, as when it is stopped, and opened again on the same port. */
async function wayTo(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let server: Server
  let onData: (chunk: Buffer) => void = () => undefined
  const open = async (port = 0) => {
    server = createServer((socket) => {
      const onward = connect(Number(target.port), target.hostname)
      for (const [from, to] of [[socket, onward] as const, [onward, socket] as const]) {
        sockets.add(from)
        from.on('data', (chunk: Buffer) => onData(chunk)).pipe(to)
        from.on('error', () => to.destroy())
      }
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  }
  const through = new URL(url)
  const port = await open()
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    open: () => open(port),
    /** Loses everything behind the next statement with this text, without closing a connection. Resolves then. */
    freezeAfter: (text: string) =>
      new Promise<void>((resolve) => {
        onData = (chunk) => {
          if (!chunk.includes(text)) return
          for (const socket of sockets) socket.unpipe()
          resolve()
        }
      }),
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}

it('rejects at once while the server is unreachable, logs it once, and recovers by itself', async () => {
  const options = await databases.create()
  way = await wayTo(options.engine === 'postgres' ? options.url : '')
  const outages: Outage[] = []
  let recoveries = 0
  const store = await openPostgres(way.url, {
    onOutage: (outage) => outages.push(outage),
    onRecovery: () => {
      recoveries += 1
    },
    onFailure: (error) => {
      throw error
    },
  })
  const use = () => store.write(async () => 'done')
  expect(await use()).toBe('done')

  await way.close()
  for (let call = 0; call < 20; call += 1) {
    await expect(use()).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(store.read(async () => undefined)).rejects.toMatchObject({ code: 'store_unavailable' })
  }
  expect(await store.check()).toMatchObject({ code: 'store_unavailable' })
  expect(outages).toMatchObject([
    { reason: expect.stringMatching(/^(PostgreSQL does not answer at|the connection to)/) },
  ])
  expect(recoveries).toBe(0)

  await way.open()
  expect(await store.check()).toBeUndefined()
  expect([await use(), store.outage(), recoveries, outages.length]).toEqual(['done', undefined, 1, 1])
  await store.close()
})

it('ends the turn of a collector that was lost between its commit and the end of its turn', async () => {
  const options = await databases.create()
  const url = options.engine === 'postgres' ? options.url : ''
  way = await wayTo(url)
  const [lost, other] = [await openPostgres(way.url), await openPostgres(url)]
  const frozen = way.freezeAfter('COMMIT')
  const writing = lost.write(async () => undefined, undefined, 'ingest')
  const failed = expect(writing).rejects.toMatchObject({ code: 'store_unavailable' })
  await frozen
  expect(await other.write(async () => 'done', undefined, 'ingest')).toBe('done')
  await way.close()
  await failed
  await Promise.all([lost.close(), other.close()])
})
