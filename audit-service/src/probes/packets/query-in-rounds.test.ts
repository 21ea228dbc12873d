import { describe, expect, it } from 'vitest'
import type { Message } from './message-vector.ts'
import { Pacer } from './pacer.ts'
import { type Question, queryInRounds, type Rounds } from './query-in-rounds.ts'

const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3']

/** A fake network: records packets as `round:target`, and answers for the given targets. */
function fakeNetwork(answersTo: (sent: string) => boolean, lostAfter: (sends: number) => number = () => 0) {
  const sent: string[] = []
  const waiting: Message[] = []
  let closed = 0
  const messages = Array.from({ length: 256 }, () => ({ bytes: Buffer.alloc(2), name: Buffer.alloc(0) }))
  const textOf = ({ bytes }: Message) => `${bytes.readUInt8(0)}:${bytes.readUInt8(1)}`
  const socket = {
    toSend: messages,
    send: async (count: number) => {
      for (const message of messages.slice(0, count)) {
        sent.push(textOf(message))
        const { bytes, name } = message
        if (answersTo(textOf(message))) waiting.push({ bytes: Buffer.from(bytes), name })
      }
    },
    receive: (onMessage: (message: Message) => void) => waiting.splice(0).forEach(onMessage),
    lost: () => lostAfter(sent.length),
    close: () => void closed++,
  }
  const question = {
    socket,
    write: ({ bytes }: Message, target: number, round: number) => bytes.set([round, target]),
    read: ({ bytes }: Message) => ({ target: bytes.readUInt8(1) }),
  } as unknown as Question<{ target: number }>
  return { question, sent, waiting, closed: () => closed }
}

const options = (more: Partial<Rounds> = {}): Rounds => ({
  pacer: new Pacer(1_000_000),
  rounds: 3,
  gapMs: () => 5,
  restMs: () => 5,
  signal: new AbortController().signal,
  ...more,
})

async function ask(network: ReturnType<typeof fakeNetwork>, more: Partial<Rounds> = {}): Promise<string[]> {
  const found: string[] = []
  await queryInRounds(addresses, network.question, options(more), (address) => found.push(address))
  return found
}

describe('queryInRounds', () => {
  it('retries only silent targets, and ends once all have answered', async () => {
    const network = fakeNetwork((sent) => ['0:1', '1:0', '1:2'].includes(sent))
    expect(await ask(network)).toEqual(['10.0.0.2', '10.0.0.1', '10.0.0.3'])
    expect(network.sent).toEqual(['0:0', '0:1', '0:2', '1:0', '1:2'])
    expect(network.closed()).toBe(1)
  })

  it('queries silent targets in every round, and then gives up', async () => {
    const network = fakeNetwork(() => false)
    expect(await ask(network)).toEqual([])
    expect(network.sent).toHaveLength(9)
  })

  it('passes on the first of several answers', async () => {
    const network = fakeNetwork((sent) => sent.endsWith(':1'))
    network.waiting.push({ bytes: Buffer.of(0, 1), name: Buffer.alloc(0) })
    expect(await ask(network)).toEqual(['10.0.0.2'])
  })

  it('skips targets found in another way', async () => {
    const network = fakeNetwork(() => false)
    await ask(network, { isFound: (address) => address !== '10.0.0.3', rounds: 1 })
    expect(network.sent).toEqual(['0:2'])
  })

  it('sends a further round after lost answers', async () => {
    const network = fakeNetwork(
      (sent) => sent === '3:0',
      (sends) => (sends > 3 ? 7 : 0),
    )
    expect(await ask(network)).toEqual(['10.0.0.1'])
    expect(network.sent).toHaveLength(12)
  })

  it('signals when all targets have been queried once', async () => {
    const network = fakeNetwork(() => false)
    let asked = 0
    await ask(network, { onSent: () => (asked = network.sent.length) })
    expect(asked).toBe(3)
  })

  it('reports progress over all rounds, including answered targets', async () => {
    const network = fakeNetwork((sent) => sent === '0:1')
    const passed: number[] = []
    await ask(network, { rounds: 2, pacer: new Pacer(400), onPassed: (addresses) => passed.push(addresses) })
    // Two packets per turn.
    expect(network.sent).toEqual(['0:0', '0:1', '0:2', '1:0', '1:2'])
    expect(passed).toEqual([1, 0.5, 1.5, 0])
  })

  it('sends nothing after it is cancelled, and closes its socket', async () => {
    const cancel = new AbortController()
    const network = fakeNetwork((sent) => {
      if (sent === '1:1') cancel.abort(new Error('cancelled by test'))
      return false
    })
    await expect(ask(network, { signal: cancel.signal })).rejects.toThrow('cancelled by test')
    expect(network.sent).toHaveLength(6)
    expect(network.closed()).toBe(1)
  })
})
