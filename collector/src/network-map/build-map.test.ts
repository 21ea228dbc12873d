import { describe, expect, it } from 'vitest'
import { buildMap } from './build-map.ts'
import { macOf, mapInWords, testSwitch } from './testing/switches.ts'

describe('links from forwarding tables alone', () => {
  it('connect switches with none between them', async () => {
    const map = await mapInWords([
      testSwitch('swa', { forwarding: { '1': ['swb', 'swc', 'pcc'], '2': ['pca'] } }),
      testSwitch('swb', { forwarding: { '1': ['swa', 'pca'], '2': ['swc', 'pcc'] } }),
      testSwitch('swc', { forwarding: { '1': ['swa', 'swb', 'pca'], '2': ['pcc'] } }),
    ])
    expect(map.links.sort()).toEqual(['swa:1 – swb:1 forwarding 0.7', 'swb:2 – swc:1 forwarding 0.7'])
    expect(map.at('pca', 'pcc')).toEqual(['swa:2', 'swc:2'])
  })

  it('go to an unmanaged switch if more than two meet', async () => {
    const map = await mapInWords([
      testSwitch('swa', { forwarding: { '1': ['swb', 'swc', 'pcx'] } }),
      testSwitch('swb', { forwarding: { '2': ['swa', 'swc', 'pcx'] } }),
      testSwitch('swc', { forwarding: { '3': ['swa', 'swb', 'pcx'] } }),
    ])
    expect(map.links.sort()).toEqual([
      'swa:1 – unmanaged-0:? forwarding 0.7',
      'swb:2 – unmanaged-0:? forwarding 0.7',
      'swc:3 – unmanaged-0:? forwarding 0.7',
    ])
    expect(map.at('pcx')).toEqual(['unmanaged-0:?'])
  })

  it('go to the switch without a forwarding table if there is one', async () => {
    const map = await mapInWords([
      testSwitch('swa', { forwarding: { '1': ['swb', 'mid'] } }),
      testSwitch('swb', { forwarding: { '2': ['swa', 'mid'] } }),
      testSwitch('mid', {}),
    ])
    expect(map.links.sort()).toEqual(['mid:? – swa:1 forwarding 0.7', 'mid:? – swb:2 forwarding 0.7'])
  })

  it('are not made if the port has an announced neighbor', async () => {
    const map = await mapInWords([
      testSwitch('swa', { announced: { '1': 'swb' }, forwarding: { '1': ['swb', 'swc'] } }),
      testSwitch('swb', { announced: { '1': 'swa' }, forwarding: { '1': ['swa'], '2': ['swc'] } }),
      testSwitch('swc', { forwarding: { '1': ['swa', 'swb'] } }),
    ])
    expect(map.links.sort()).toEqual(['swa:1 – swb:1 lldp 1', 'swb:2 – swc:1 forwarding 0.7'])
  })
})

describe('an endpoint', () => {
  const uplink = { announced: { up: 'swa' } }

  it('is at the access port, not at the uplinks', async () => {
    const map = await mapInWords([
      testSwitch('swa', {
        announced: { '1': 'swb', '2': 'swc' },
        forwarding: { '1': ['pcb'], '2': ['pcc'], '3': ['pca'] },
      }),
      testSwitch('swb', { ...uplink, forwarding: { up: ['pca', 'pcc'], '7': ['pcb'] } }),
      testSwitch('swc', { ...uplink, forwarding: { up: ['pca', 'pcb'], '8': ['pcc'] } }),
    ])
    expect(map.at('pca', 'pcb', 'pcc')).toEqual(['swa:3', 'swb:7', 'swc:8'])
    expect([map.isUplink('swb', 'up'), map.isUplink('swb', '7')]).toEqual([true, false])
  })

  it('seen on both sides of a link is at the access port', async () => {
    const map = await mapInWords([
      testSwitch('swa', { announced: { '1': 'swb' }, forwarding: { '1': ['pcb'] } }),
      testSwitch('swb', { ...uplink, forwarding: { up: ['pcb'], '7': ['pcb'] } }),
    ])
    expect(map.at('pcb')).toEqual(['swb:7'])
  })

  it('of an unread switch is at that switch without a port', async () => {
    const unread = { name: 'edge-7', chassisId: 'edge-7', capabilities: ['bridge' as const] }
    const map = await mapInWords([testSwitch('swa', { announced: { '1': unread }, forwarding: { '1': ['pcb'] } })])
    expect(map.at('pcb')).toEqual(['(edge-7):?'])
  })

  it("missing from its own switch's table is at that switch without a port", async () => {
    const map = await mapInWords([
      testSwitch('swa', { announced: { '1': 'swb' }, forwarding: { '1': ['pcb'] } }),
      testSwitch('swb', { ...uplink, forwarding: { '7': ['pcc'] } }),
    ])
    expect(map.at('pcb')).toEqual(['swb:?'])
  })

  it('shares its port with others behind an unmanaged switch', async () => {
    const map = await mapInWords([testSwitch('swa', { forwarding: { '1': ['pca', 'pcb', 'pcc'] } })])
    expect(map.at('pca', 'pcb', 'pcc')).toEqual(['swa:1', 'swa:1', 'swa:1'])
    expect(map.links).toEqual([])
  })

  it('that moved is at the port of the newer scan', async () => {
    const old = testSwitch('swa', { forwarding: { '1': ['pca'] }, readAt: '2026-11-10T08:00:00.000Z' })
    const now = testSwitch('swb', { forwarding: { '2': ['pca', 'pcb'] } })
    expect((await mapInWords([old, now])).at('pca')).toEqual(['swb:2'])
  })

  it('is at the port with the fewest others if there are no links', async () => {
    const map = await mapInWords([
      testSwitch('swa', { forwarding: { '1': ['pca', 'pcb', 'pcc'] } }),
      testSwitch('swb', { forwarding: { '2': ['pca'] } }),
    ])
    expect(map.at('pca', 'pcb')).toEqual(['swb:2', 'swa:1'])
  })

  it('that announced itself is at that port', async () => {
    const phone = { macAddress: macOf('tel'), capabilities: ['telephone' as const] }
    const map = await mapInWords([
      testSwitch('swa', { announced: { '1': 'swb' }, forwarding: { '1': ['tel'] } }),
      testSwitch('swb', { announced: { up: 'swa', '7': phone }, forwarding: { up: [], '7': ['tel', 'pcb'] } }),
    ])
    expect(map.at('tel', 'pcb')).toEqual(['swb:7', 'swb:7'])
    expect(map.endpoints).toBe(2)
  })

  it('of an aggregate is at the aggregate', async () => {
    const interfaces = [{ name: 'Po1' }, { name: '1', aggregate: 'Po1' }, { name: '2', aggregate: 'Po1' }]
    expect((await mapInWords([testSwitch('swa', { interfaces, forwarding: { '2': ['nas'] } })])).at('nas')).toEqual([
      'swa:Po1',
    ])
  })

  it('excludes group addresses, addresses of virtual routers (VRRP, HSRP, GLBP) and switches', async () => {
    const shared = ['01:00:5e:00:00:fb', '00:00:5e:00:01:0a', '00:00:0c:07:ac:01', '00:07:b4:00:01:02']
    const map = await mapInWords([
      testSwitch('swa', { forwarding: { '1': [...shared, 'swb', 'pca'] } }),
      testSwitch('swb', { forwarding: { '1': ['swa', ...shared] } }),
    ])
    expect(map.endpoints).toBe(1)
  })
})

describe('the type of a node', () => {
  const bridge = { macAddress: macOf('apx'), name: 'ap-1', capabilities: ['bridge', 'wlanAccessPoint'] as const }

  it('is an access point if it announces one, also when no scan has read it and it does not bridge', async () => {
    const { typeOf, unread, endpoints } = await buildMap([
      testSwitch('swa', {
        announced: {
          '1': { ...bridge, capabilities: [...bridge.capabilities] },
          '2': { macAddress: macOf('apy'), name: 'ap-2', capabilities: ['wlanAccessPoint'] },
          '3': { macAddress: macOf('tel'), capabilities: ['wlanAccessPoint', 'telephone'] },
        },
      }),
    ])
    expect(unread.map(({ id, name }) => [name, typeOf(id)])).toEqual([
      ['ap-1', 'access-point'],
      ['ap-2', 'access-point'],
    ])
    expect(endpoints).toHaveLength(1)
    expect(typeOf('swa')).toBe('switch')
  })

  it('is an access point if it has a radio, and a router if it routes and does not bridge', async () => {
    const { typeOf } = await buildMap([
      testSwitch('swa', {
        announced: {
          '1': { macAddress: macOf('rtr'), capabilities: ['router'] },
          '2': { macAddress: macOf('lay'), capabilities: ['bridge', 'router'] },
        },
      }),
      testSwitch('rtr', {}),
      testSwitch('lay', {}),
      testSwitch('apr', { interfaces: [{ name: 'wifi0', type: 'ieee80211' }] }),
    ])
    expect(['rtr', 'lay', 'apr'].map(typeOf)).toEqual(['router', 'switch', 'access-point'])
  })

  it('leaves wireless clients behind the access point, not at the port of the switch', async () => {
    const map = await mapInWords([
      testSwitch('swa', {
        announced: { '1': { ...bridge, capabilities: [...bridge.capabilities] } },
        forwarding: { '1': ['pcw'] },
      }),
    ])
    expect(map.at('pcw')).toEqual(['(ap-1):?'])
  })
})
