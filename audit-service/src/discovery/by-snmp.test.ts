import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Snmpd, startSnmpd } from '../probes/snmp/testing/snmpd.ts'
import { UdpTransport } from '../probes/snmp/transport.ts'
import { bySnmp, transportSweep } from './by-snmp.ts'
import type { Batch, Sweep } from './discoverer.ts'
import type { Sighting } from './live-host.ts'
import { batchOf } from './testing/batch.ts'

let snmpd: Snmpd
const transport = new UdpTransport()
beforeAll(async () => {
  snmpd = await startSnmpd('rocommunity very-secret')
})
afterAll(async () => {
  await transport.close()
  await snmpd?.stop()
})

const discoverers: [string, (ports: number[]) => Promise<Sweep>][] = [
  [
    'by packets of our own',
    async (ports) => {
      const opened = await bySnmp({ transport, ports }).availability()
      if (!opened.available) throw new Error(opened.detail)
      return opened.sweep
    },
  ],
  ['by the transport', async (ports) => transportSweep({ transport, ports })],
]

describe.each(discoverers)('SNMP engine discovery %s', (_, open) => {
  const sweep = async (ports: number[], given: Batch): Promise<Sighting[]> => {
    const found: Sighting[] = []
    await (await open(ports))(given, (sighting) => found.push(sighting))
    return found
  }

  it('finds an agent without a v3 user, but no closed port or silent host', async () => {
    const queried = batchOf(['127.0.0.1', '127.3.0.1', '::1'])
    expect(await sweep([snmpd.port], queried)).toEqual([{ address: '127.0.0.1', foundBy: 'snmp' }])
  })

  it('sends nothing to a found host', async () => {
    expect(await sweep([snmpd.port], batchOf(['127.0.0.1'], { isFound: () => true }))).toEqual([])
  })

  it('sends no secret, retries a silent address, and accepts only SNMP answers', async () => {
    const received: Buffer[] = []
    const socket = createSocket('udp4').on('message', (message, { port, address }) => {
      received.push(message)
      socket.send('no SNMP', port, address)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.3.0.2', resolve))
    expect(await sweep([socket.address().port], batchOf(['127.3.0.2']))).toEqual([])
    expect(received).toHaveLength(2)
    expect(received.every((message) => !message.includes('public') && message.length < 80)).toBe(true)
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  })

  it('ends when it is cancelled', async () => {
    const cancelled = batchOf(['127.3.0.3'], { signal: AbortSignal.abort() })
    await expect(sweep([snmpd.port], cancelled)).rejects.toThrow('aborted')
  })
})
