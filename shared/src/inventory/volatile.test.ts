import { describe, expect, it } from 'vitest'
import { hardwareSchema } from './hardware.ts'
import { networkSchema } from './network.ts'
import { joinVolatile, splitVolatile, volatileFields } from './volatile.ts'

const hardware = hardwareSchema.parse({
  system: { model: 'X1' },
  processors: [{ model: 'Xeon', speedMhz: 2400 }, { model: 'Atom' }],
  volumes: [
    { mount: '/', sizeBytes: 100, freeBytes: 40 },
    { mount: '/srv', sizeBytes: 200 },
  ],
  printer: {
    status: 'idle',
    supplies: [
      { name: 'Black', max: 100, level: 43 },
      { name: 'Waste', left: 'some' },
    ],
    markers: [{ unit: 'impressions', lifeCount: 12 }],
    alerts: [{ severity: 'warning', code: 8 }],
  },
})

describe('what is volatile', () => {
  it('is split off and joined again, with items at their index', () => {
    const { stable, volatile } = splitVolatile(hardware, volatileFields.hardware)
    expect(stable).toEqual({
      system: { model: 'X1' },
      processors: [{ model: 'Xeon' }, { model: 'Atom' }],
      volumes: [
        { mount: '/', sizeBytes: 100 },
        { mount: '/srv', sizeBytes: 200 },
      ],
      printer: {
        supplies: [{ name: 'Black', max: 100 }, { name: 'Waste' }],
        markers: [{ unit: 'impressions' }],
        trays: [],
        covers: [],
      },
    })
    expect(volatile).toEqual({
      processors: [{ speedMhz: 2400 }, {}],
      volumes: [{ freeBytes: 40 }, {}],
      printer: {
        status: 'idle',
        supplies: [{ level: 43 }, { left: 'some' }],
        markers: [{ lifeCount: 12 }],
        alerts: [{ severity: 'warning', code: 8 }],
        display: [],
      },
    })
    expect(joinVolatile(stable, volatile)).toEqual(hardware)
  })

  it('contains link states and learned neighbors of a network', () => {
    const network = networkSchema.parse({
      interfaces: [{ name: 'eth0', operStatus: 'up', speedBps: 1e9, duplex: 'full', mtu: 1500 }],
      neighbors: [{ port: 'eth0', protocol: 'lldp', name: 'core-1' }],
      linkAddresses: [{ port: 'eth0', ipAddress: '192.0.2.1', macAddress: '00:1b:21:3c:9d:f8' }],
    })
    const { stable, volatile } = splitVolatile(network, volatileFields.network)
    expect(stable).toEqual({ interfaces: [{ name: 'eth0', mtu: 1500, addresses: [] }], services: [] })
    expect(joinVolatile(stable, volatile)).toEqual(network)
  })

  it('is undefined without volatile fields', () => {
    const plain = { system: { model: 'X1' }, volumes: [{ mount: '/' }] }
    expect(splitVolatile(plain, volatileFields.hardware)).toEqual({ stable: plain, volatile: undefined })
    expect(joinVolatile(plain, undefined)).toEqual(plain)
  })
})
