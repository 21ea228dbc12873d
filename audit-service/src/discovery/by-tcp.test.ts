import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Pacer } from '../probes/packets/pacer.ts'
import { tcpSweep } from './by-tcp.ts'
import type { Sighting } from './live-host.ts'
import { batchOf } from './testing/batch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(host: string): Promise<{ port: number; bytes: () => number }> {
  let bytes = 0
  const server = createServer((socket) =>
    socket.on('data', (data) => (bytes += data.length)).on('error', () => undefined),
  )
  servers.push(server)
  const port = await new Promise<number>((resolve) => {
    server.listen(0, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { port, bytes: () => bytes }
}

describe('tcpSweep', () => {
  it('reports an open port, and sends it nothing', async () => {
    const { port, bytes } = await listen('127.4.0.1')
    const found: Sighting[] = []
    await tcpSweep(async () => [], [port])(batchOf(['127.4.0.1']), (sighting) => found.push(sighting))
    expect(found).toEqual([{ address: '127.4.0.1', foundBy: 'tcp', openPorts: [port] }])
    expect(bytes()).toBe(0)
  })

  it('counts a refusal only if confirmed, with one request', async () => {
    const { port } = await listen('127.4.0.1')
    const queried: string[] = []
    const confirm = async (addresses: readonly string[]) => {
      queried.push(...addresses)
      return addresses.filter((address) => address === '127.4.0.3')
    }
    const found: Sighting[] = []
    await tcpSweep(confirm, [port, port])(batchOf(['127.4.0.2', '127.4.0.3']), (sighting) => found.push(sighting))
    expect(queried.sort()).toEqual(['127.4.0.2', '127.4.0.3'])
    expect(found).toEqual([{ address: '127.4.0.3', foundBy: 'tcp' }])
  })

  it('counts the refusal of an own address', async () => {
    const { port } = await listen('127.4.0.1')
    const found: string[] = []
    const local = { ...batchOf([]).local, isOwn: () => true }
    await tcpSweep(async () => [], [port])(batchOf(['127.4.0.2'], { local }), ({ address }) => found.push(address))
    expect(found).toEqual(['127.4.0.2'])
  })

  it('sends nothing to a found address', async () => {
    const { port } = await listen('127.4.0.1')
    const found: string[] = []
    const isFound = () => true
    await tcpSweep(async () => [], [port])(batchOf(['127.4.0.1'], { isFound }), ({ address }) => found.push(address))
    expect(found).toEqual([])
  })

  it('ends when it is cancelled', async () => {
    const { port } = await listen('127.4.0.1')
    const cancel = new AbortController()
    const addresses = Array.from({ length: 250 }, (_, index) => `127.4.0.${index + 1}`)
    const sweep = tcpSweep(async () => [], [port])
    const running = sweep(batchOf(addresses, { signal: cancel.signal, pacer: new Pacer(1) }), () => {
      cancel.abort(new Error('cancelled by test'))
    })
    await expect(running).rejects.toThrow()
  })

  it('passes on a failure of the confirmation', async () => {
    const { port } = await listen('127.4.0.1')
    const confirm = () => Promise.reject(new Error('nmap failed'))
    await expect(tcpSweep(confirm, [port])(batchOf(['127.4.0.2']), () => undefined)).rejects.toThrow('nmap failed')
  })
})
