import { afterAll, beforeAll, expect, test } from 'vitest'
import { probeSnmp } from './probe.ts'
import { type Snmpd, snmpwalk, startSnmpd } from './testing/snmpd.ts'
import { UdpTransport } from './transport.ts'
import { UsmKeyCache } from './usm-keys.ts'

const transport = new UdpTransport()
let snmpd: Snmpd
beforeAll(async () => {
  snmpd = await startSnmpd('rocommunity public 127.0.0.1\ndisk / 5%\n')
})
afterAll(async () => {
  await transport.close()
  await snmpd?.stop()
})

test('reads memory, swap and volumes of a real host like net-snmp', async () => {
  const walk = (root: string) => snmpwalk(snmpd.port, ['-v2c', '-c', 'public'], root)
  const ucd = await walk('1.3.6.1.4.1.2021')
  const { observation, detail } = await probeSnmp({
    address: snmpd.address,
    port: snmpd.port,
    credentials: [{ kind: 'snmp-community', version: 'v2c', community: 'public' }],
    timeoutMs: 2000,
    retries: 1,
    transport,
    keys: new UsmKeyCache(),
  })
  const number = (oid: string) => Number.parseInt(ucd.get(oid) ?? '', 10)
  const { memory, volumes, processors } = observation?.hardware ?? {}
  expect(memory, detail).toEqual({
    totalBytes: number('1.3.6.1.4.1.2021.4.5.0') * 1024,
    swapBytes: number('1.3.6.1.4.1.2021.4.3.0') * 1024,
  })
  const device = ucd.get('1.3.6.1.4.1.2021.9.1.3.1')?.replaceAll('"', '')
  expect(volumes).toContainEqual(expect.objectContaining({ mount: '/', device, sizeBytes: expect.any(Number) }))
  expect(processors?.length).toBeGreaterThan(0)
  expect(observation?.network?.neighbors).toEqual([])
})
