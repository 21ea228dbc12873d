import { expect, test } from 'vitest'
import { pastNeighbors, pastPorts } from './past-ports.ts'

const network = {
  interfaces: [
    { name: 'Gi1/0/1', operStatus: 'up' as const, addresses: [] },
    { name: 'Gi1/0/2', operStatus: 'down' as const, addresses: [] },
  ],
  neighbors: [
    { port: 'Gi1/0/1', protocol: 'lldp' as const, name: 'ap-3' },
    { port: 'Gi1/0/1', protocol: 'forwarding' as const, macAddress: '00:1b:21:3c:9d:10' },
    { port: 'Gi1/0/9', protocol: 'lldp' as const, name: 'elsewhere' },
  ],
}

test('ports of a snapshot have the neighbors of that time, without links to devices', () => {
  const [first, second] = pastPorts(network)
  expect(first).toMatchObject({ name: 'Gi1/0/1', operStatus: 'up', neighborsTotal: 2 })
  expect(first?.neighbors).toEqual(network.neighbors.slice(0, 2).map((each) => ({ ...each, device: null })))
  expect(second).toMatchObject({ neighbors: [], neighborsTotal: 0 })
})

test('a snapshot without ports and neighbors has none', () => {
  expect([pastPorts({}), pastNeighbors({})]).toEqual([[], []])
})
