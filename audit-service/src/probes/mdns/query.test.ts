import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet from 'dns-packet'
import { expect, test } from 'vitest'
import { queryMdns } from './query.ts'

test('queries a host for its name and services, from a port other than 5353', async () => {
  const host = createSocket('udp4')
  const asked: string[] = []
  host.on('message', (message, from) => {
    const { id = 0, questions = [] } = packet.decode(message)
    asked.push(...questions.map(({ name, type }) => `${name} ${type}`))
    const answers = [{ type: 'PTR' as const, name: '1.0.0.127.in-addr.arpa', data: 'lamp.local' }]
    host.send(packet.encode({ type: 'response', id, answers }), from.port, from.address)
  })
  await once(host.bind(0, '127.0.0.1'), 'listening')
  const answer = await queryMdns('127.0.0.1', new AbortController().signal, host.address().port)
  host.close()
  expect(answer?.facts).toEqual({ hostname: 'lamp', services: [] })
  expect(asked).toContain('1.0.0.127.in-addr.arpa PTR')
  expect(asked).toContain('_ipp._tcp.local PTR')
})
