import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type Call, type ConnectionLimits, createConnections } from './connections.ts'

function setUp(limits: Partial<ConnectionLimits>) {
  const connections = createConnections(pino({ level: 'silent' }), limits)
  const open = (address: string) => {
    const socket = Object.assign(new EventEmitter(), {
      isOpen: true,
      destroy() {
        socket.isOpen = false
        socket.emit('close')
      },
    })
    const connection = connections.open(socket, address)
    const begin = () => connections.begin(connection) as Call
    return { socket, begin, isOpen: () => socket.isOpen }
  }
  const many = (count: number, address: (number: number) => string) =>
    Array.from({ length: count }, (_, number) => open(address(number)))
  return { open, many }
}
const openOf = (connections: { isOpen(): boolean }[]) => connections.map(({ isOpen }) => (isOpen() ? 1 : 0)).join('')

it('closes the longest idle connection of a network at its limit, for IPv6 of its /64', () => {
  const { open, many } = setUp({ strangersPerNetworkMax: 3 })
  const other = open('192.0.2.1')
  const attackers = many(5, (number) => `2001:db8::${number + 1}`)
  expect([openOf(attackers), other.isOpen()]).toEqual(['00111', true])
})

it('replaces a connection of the network with the most when all places are taken', () => {
  const { open, many } = setUp({ strangersMax: 6 })
  const others = many(3, (number) => `192.0.2.${number}`)
  const attackers = many(3, () => '198.51.100.1')
  const later = many(2, (number) => `192.0.2.${100 + number}`)
  expect([openOf(others), openOf(attackers), openOf(later)]).toEqual(['111', '001', '11'])
  expect(open('203.0.113.1').isOpen()).toBe(true)
})

it('closes idle connections before those with an open call', () => {
  const { open, many } = setUp({ strangersMax: 4 })
  const busy = many(2, () => '198.51.100.1')
  for (const { begin } of busy) begin()
  const idle = many(2, (number) => `192.0.2.${number}`)
  const later = many(2, () => '203.0.113.1')
  expect([openOf(busy), openOf(idle), openOf(later)]).toEqual(['11', '00', '11'])
  for (const { begin } of later) begin()
  open('203.0.113.2')
  expect(openOf(busy)).toBe('01')
})

it('keeps connections that carried an authenticated call, up to a limit per caller', () => {
  const { many } = setUp({ strangersMax: 4, strangersPerNetworkMax: 3, trustedPerCallerMax: 2 })
  const agents = many(3, () => '192.0.2.1')
  for (const { begin } of agents) {
    const call = begin()
    call.authenticated('one caller')
    call.end()
  }
  const attackers = many(50, (number) => `192.0.2.${number % 5}`)
  expect([openOf(agents), openOf(attackers).replace(/^0+/, '')]).toEqual(['110', '1111'])
})

it('does not count authenticated connections against a network, so hundreds of agents share an address', () => {
  const { open } = setUp({ strangersPerNetworkMax: 10 })
  const agents = Array.from({ length: 300 }, (_, number) => {
    const agent = open('192.0.2.1')
    agent.begin().authenticated(`agent ${number}`)
    return agent
  })
  expect(openOf(agents)).toBe('1'.repeat(300))
})

it('closes an unauthenticated connection with too many calls before the first response', () => {
  const { open } = setUp({})
  const stranger = open('198.51.100.1')
  // Each can hold a response of half a megabyte that nobody reads.
  for (let call = 0; call < 4; call += 1) stranger.begin()
  expect(stranger.isOpen()).toBe(true)
  expect(stranger.begin()).toBeUndefined()
  expect(stranger.isOpen()).toBe(false)
})

it('closes an authenticated connection with too many calls before the first response', () => {
  const { open } = setUp({})
  const known = open('198.51.100.1')
  known.begin()?.authenticated('agent')
  for (let call = 1; call < 16; call += 1) known.begin()
  expect(known.isOpen()).toBe(true)
  expect(known.begin()).toBeUndefined()
  expect(known.isOpen()).toBe(false)
})

it('frees a place when a connection closes', () => {
  const { open, many } = setUp({ strangersMax: 2, trustedMax: 1 })
  const agent = open('192.0.2.1')
  agent.begin().authenticated('agent')
  agent.socket.destroy()
  const next = open('192.0.2.2')
  next.begin().authenticated('other agent')
  many(10, () => '198.51.100.1')
  expect(next.isOpen()).toBe(true)
})
