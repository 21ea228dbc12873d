import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import { agent, createInventory, ping, type Seen, seen } from '../testing/observations.ts'

const devicesOf = (...observations: Observation[]) => createInventory().devicesOf(...observations)

/** As a cloud lists an instance. */
const listed = (minutes: number, identity: Seen): Observation =>
  seen(minutes, {
    source: 'Service',
    type: 'virtual-machine',
    depth: 'discovery',
    listed: true,
    network: { ipAddress: identity.ipAddresses?.[0] },
    ...identity,
  })

const instance = {
  cloudInstanceId: 'i-0123456789abcdef0',
  macAddresses: ['06:aa:bb:cc:dd:ee'],
  ipAddresses: ['10.0.0.5'],
}
const onIt = { ...instance, agentId: 'agent-a', hostname: 'web1', machineId: '0f3a8c1b5d2e4f60918273645546372a' }

describe('a cloud instance', () => {
  it('matches the machine whose agent reports its id, in either order', () => {
    expect(new Set(devicesOf(agent(0, onIt), listed(1, instance), agent(2, onIt))).size).toBe(1)
    expect(new Set(devicesOf(listed(0, instance), agent(1, onIt), listed(2, instance))).size).toBe(1)
  })

  it('matches the machine that reports the UUID in the other byte order', () => {
    const azure = { cloudInstanceId: 'b3f1c2d4-0a1b-4c2d-8e3f-001122334455', ipAddresses: ['10.0.0.5'] }
    const own = { ...onIt, cloudInstanceId: 'd4c2f1b3-1b0a-2d4c-8e3f-001122334455' }
    expect(new Set(devicesOf(listed(0, azure), agent(1, own))).size).toBe(1)
  })

  it('does not match a host with its private address elsewhere', () => {
    const elsewhere = { ...instance, cloudInstanceId: 'i-0fedcba9876543210', macAddresses: [] }
    const found = devicesOf(ping(0, '10.0.0.5'), listed(1, { ...instance, macAddresses: [] }), listed(2, elsewhere))
    expect(new Set(found).size).toBe(3)
  })

  it('matches the host that answers at its public address', () => {
    const found = devicesOf(
      listed(0, { ...instance, ipAddresses: ['10.0.0.5', '198.51.99.7'] }),
      ping(1, '198.51.99.7'),
    )
    expect(new Set(found).size).toBe(1)
  })
})
