import { describe, expect, test } from 'vitest'
import { SnmpError } from './errors.ts'
import { readFacts } from './facts.ts'
import { observe } from './observe.ts'
import { deviceFacts, deviceReader } from './testing/device.ts'

const system = (enterprise: number) => `1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.${enterprise}.1.1
1.3.6.1.2.1.1.5.0|4|sw-1
1.3.6.1.2.1.17.1.1.0|4x|001b21ff0000
1.3.6.1.2.1.17.1.2.0|2|2
1.3.6.1.2.1.2.2.1.2.101|4|Gi0/1
1.3.6.1.2.1.2.2.1.2.102|4|Gi0/2`
const learned = (mac: string, port: number, mark = '') => `${mark}1.3.6.1.2.1.17.4.3.1.2.${mac}|2|${port}
${mark}1.3.6.1.2.1.17.4.3.1.3.${mac}|2|3`
const networkOf = async (lines: string) => observe(await deviceFacts(lines)).network ?? {}

describe('what a switch knows of the network around it', () => {
  test('lists announced neighbors before learned ones, which have their IP address', async () => {
    const network = await networkOf(`${system(4526)}
1.0.8802.1.1.2.1.4.1.1.9.0.2.1|4|core-1
1.3.6.1.2.1.4.22.1.2.101.192.0.2.7|4x|001b21000001
1.3.6.1.2.1.4.22.1.2.101.192.0.2.8|4x|001b21000002
1.3.6.1.2.1.4.22.1.2.101.192.0.2.9|4x|001b21000002
1.3.6.1.2.1.17.1.4.1.2.1|2|101
1.3.6.1.2.1.17.1.4.1.2.2|2|102
${learned('0.27.33.0.0.1', 1)}
${learned('0.27.33.0.0.2', 1)}
${learned('0.27.33.0.0.3', 7)}
1.3.6.1.2.1.17.7.1.4.3.1.1.20|4|voice
1.3.6.1.2.1.17.7.1.4.3.1.2.20|4x|40
1.3.6.1.2.1.17.7.1.4.5.1.1.2|66|1`)
    expect(network.neighbors).toEqual([
      { port: 'Gi0/2', protocol: 'lldp', name: 'core-1' },
      { port: 'Gi0/1', protocol: 'forwarding', macAddress: '00:1b:21:00:00:01', ipAddress: '192.0.2.7' },
      { port: 'Gi0/1', protocol: 'forwarding', macAddress: '00:1b:21:00:00:02' },
      { port: 'port 7', protocol: 'forwarding', macAddress: '00:1b:21:00:00:03' },
    ])
    expect(network.vlans).toEqual([{ id: 20, name: 'voice' }])
    expect(network.interfaces).toMatchObject([{ name: 'Gi0/1' }, { name: 'Gi0/2', vlan: 1, taggedVlans: '20' }])
    expect(network.linkAddresses).toHaveLength(3)
  })

  test('maps a port to an interface by its number only without a mapping of the agent', async () => {
    const vlans = `1.3.6.1.2.1.17.7.1.4.5.1.1.2|66|20
1.3.6.1.2.1.17.7.1.4.5.1.1.102|66|30`
    const mapped = await networkOf(`${system(4526)}\n1.3.6.1.2.1.17.1.4.1.2.2|2|101\n${vlans}`)
    expect(mapped.interfaces?.map(({ vlan }) => vlan)).toEqual([20, undefined])
    const unmapped = await networkOf(`${system(4526)}\n${vlans}`)
    expect(unmapped.interfaces?.map(({ vlan }) => vlan)).toEqual([undefined, 30])
  })

  test('reads each VLAN of a Cisco device in its own context', async () => {
    const vtp = '1.3.6.1.4.1.9.9.46.1.3.1.1'
    const network = await networkOf(`${system(9)}
${vtp}.2.1.12|2|1
${vtp}.3.1.12|2|1
${vtp}.4.1.12|4|office
1.3.6.1.4.1.9.9.23.1.2.1.1.6.102.1|4|core-1
1.3.6.1.4.1.9.9.68.1.2.2.1.2.101|2|12
${learned('0.27.33.0.0.1', 5, '#vlan 12|')}
#vlan 12|1.3.6.1.2.1.17.1.4.1.2.5|2|101`)
    expect(network.neighbors).toEqual([
      { port: 'Gi0/2', protocol: 'cdp', name: 'core-1', chassisId: 'core-1' },
      { port: 'Gi0/1', protocol: 'forwarding', macAddress: '00:1b:21:00:00:01', vlan: 12 },
    ])
    expect(network.vlans).toEqual([{ id: 12, name: 'office' }])
    expect(network.interfaces).toMatchObject([{ name: 'Gi0/1', vlan: 12 }, { name: 'Gi0/2' }])
  })

  test('reads the forwarding table of the whole bridge without contexts for VLANs', async () => {
    const vtp = '1.3.6.1.4.1.9.9.46.1.3.1.1'
    const network = await networkOf(`${system(9)}
${vtp}.2.1.12|2|1
${vtp}.3.1.12|2|1
${learned('0.27.33.0.0.1', 101)}`)
    expect(network.neighbors).toEqual([{ port: 'Gi0/1', protocol: 'forwarding', macAddress: '00:1b:21:00:00:01' }])
    expect(network.vlans).toEqual([{ id: 12 }])
  })

  test('reports a failed section, and keeps the others', async () => {
    const reader = deviceReader(`${system(4526)}\n${learned('0.27.33.0.0.1', 101)}`)
    const facts = await readFacts({
      ...reader,
      table: async (columns, limits) => {
        if (columns[0]?.[1] === 0) throw new SnmpError('no-answer', 'no answer')
        return reader.table(columns, limits)
      },
    })
    expect(facts.truncated).toEqual(['lldpRemTable: no answer'])
    expect(facts.topology.neighbors).toHaveLength(1)
  })
})
