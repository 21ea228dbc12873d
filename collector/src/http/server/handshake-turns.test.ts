import { expect, it } from 'vitest'
import { createHandshakeTurns } from './handshake-turns.ts'

const open = { destroyed: false }
const closed = { destroyed: true }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Queues the sockets, and returns the networks in the order in which their handshakes begin. */
function queue(sockets: [network: string, socket: { destroyed: boolean }][]): string[] {
  const turns = createHandshakeTurns()
  const begun: string[] = []
  for (const [network, socket] of sockets) void turns(network, socket).then(() => begun.push(network))
  return begun
}

it('begins a handshake of another network before the rest of a crowd', async () => {
  const crowd = Array.from({ length: 500 }, () => ['crowd', open] as [string, typeof open])
  const begun = queue([...crowd, ['other', open]])
  await turn()
  expect(begun.slice(0, 2)).toEqual(['crowd', 'other'])
})

it('leaves room for other work between few handshakes, and begins all of them', async () => {
  const begun = queue(Array.from({ length: 50 }, () => ['crowd', open]))
  await turn()
  expect(begun.length).toBeLessThan(10)
  for (let count = 0; count < 50; count++) await turn()
  expect(begun).toHaveLength(50)
})

it('spends no turn on sockets that closed while they waited', async () => {
  const begun = queue([
    ...Array.from({ length: 500 }, () => ['crowd', closed] as [string, typeof open]),
    ['crowd', open],
  ])
  await turn()
  expect(begun).toHaveLength(501)
})
