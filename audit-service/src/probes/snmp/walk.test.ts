import { describe, expect, test } from 'vitest'
import { type Pdu, PduType } from './pdu.ts'
import { type Behaviour, mib } from './testing/agent.ts'
import { columnOf, readingsOfTest, response, row, table } from './testing/reading.ts'
import { walk } from './testing/walk.ts'
import type { Varbind } from './varbind.ts'

const reading = readingsOfTest()

const repeat = (pdu: Pdu, next: (value: number) => Varbind) => {
  const varbinds: Varbind[] = []
  let last = pdu.varbinds[0]?.oid.at(-1) ?? 0
  for (let i = 0; i < Math.max(1, pdu.errorIndex); i += 1) {
    const varbind = next(last)
    varbinds.push(varbind)
    last = varbind.oid.at(-1) ?? 0
  }
  return response(pdu, varbinds)
}

describe('request size', () => {
  test('merges columns of different length to rows with gaps', async () => {
    const sparse = columnOf(2, 200).filter(({ oid }) => (oid.at(-1) ?? 0) % 3 === 0)
    const { reader, agent } = await reading(mib([...columnOf(1, 200), ...sparse, ...columnOf(4, 5)]))
    const { rows, cut } = await reader.table([1, 2, 3, 4].map((column) => [...table, column]))
    expect(cut).toBeUndefined()
    expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 200 }, (_, i) => [i + 1]))
    expect(rows.filter(({ cells }) => cells[1]).length).toBe(66)
    expect(rows[4]?.cells.map((cell) => cell?.value)).toEqual([5, undefined, undefined, 5])
    expect(agent.requests.length).toBeLessThan(12)
  })

  test.each([
    ['answers tooBig to more than 10 variables', { tooBigAbove: 10 }],
    ['cuts its answers to 7 variables', { varbindsMax: 7 }],
    ['cuts its answers to less than a row', { varbindsMax: 2 }],
  ])('reads an agent that %s completely', async (_, options) => {
    const { reader } = await reading(
      mib(
        [1, 2, 3].flatMap((column) => columnOf(column, 60)),
        options,
      ),
    )
    const { rows, cut } = await reader.table([1, 2, 3].map((column) => [...table, column]))
    expect(cut).toBeUndefined()
    expect(rows.length).toBe(60)
    expect(rows.every(({ cells }) => cells.every((cell) => cell !== undefined))).toBe(true)
  })

  test('reads an agent completely that drops large requests', async () => {
    const answer = mib(columnOf(1, 60))
    const { reader } = await reading(
      (request, ...rest) => (request.pdu.errorIndex > 20 ? undefined : answer(request, ...rest)),
      {
        timeoutMs: 50,
        retries: 3,
      },
    )
    const { varbinds, cut } = await walk(reader, [...table, 1])
    expect([varbinds.length, cut]).toEqual([60, undefined])
  })

  test.each([
    ['answers GETBULK with genErr', (pdu: Pdu) => ({ ...response(pdu, []), errorStatus: 5, errorIndex: 0 })],
    ['drops every GETBULK', () => undefined],
  ])('reads an agent that %s by GETNEXT from then on', async (_, failing) => {
    const answer = mib([1, 2].flatMap((column) => columnOf(column, 30)))
    const { reader, agent } = await reading(
      (request, ...rest) => (request.pdu.type === PduType.getBulk ? failing(request.pdu) : answer(request, ...rest)),
      { timeoutMs: 20 },
    )
    const { rows, cut } = await reader.table([1, 2].map((column) => [...table, column]))
    expect([rows.length, cut]).toEqual([30, undefined])
    agent.requests.length = 0
    expect((await walk(reader, [...table, 2])).varbinds.length).toBe(30)
    expect(agent.requests.every(({ pdu }) => pdu.type === PduType.getNext)).toBe(true)
  })

  test('reads the rest by GETBULK if one object fails', async () => {
    const answer = mib(columnOf(1, 400))
    const { reader, agent } = await reading((request, ...rest) => {
      const first = request.pdu.varbinds[0]?.oid.at(-1) ?? 0
      const fails = request.pdu.type === PduType.getBulk && first < 150 && first + request.pdu.errorIndex >= 150
      return fails ? { ...response(request.pdu, []), errorStatus: 5, errorIndex: 1 } : answer(request, ...rest)
    })
    expect((await walk(reader, [...table, 1])).varbinds.length).toBe(400)
    await walk(reader, [...table, 1, 300])
    expect(agent.requests.at(-1)?.pdu.type).toBe(PduType.getBulk)
  })

  test.each([
    ['one row, whatever is asked', 1],
    ['more rows than are asked', 3],
  ])('reads an agent with %s completely', async (_, factor) => {
    const answer = mib([1, 2].flatMap((column) => columnOf(column, 40)))
    const { reader } = await reading((request, ...rest) => {
      const { pdu } = request
      const errorIndex = factor === 1 ? 1 : pdu.errorIndex * factor
      return answer({ ...request, pdu: { ...pdu, varbinds: pdu.varbinds, errorIndex } }, ...rest)
    })
    const { rows, cut } = await reader.table([1, 2].map((column) => [...table, column]))
    expect([rows.length, cut]).toEqual([40, undefined])
  })

  test('reads the same with v1, by GETNEXT', async () => {
    const { reader, agent } = await reading(mib([...columnOf(1, 20), ...columnOf(2, 10)]), { version: 'v1' })
    const { rows } = await reader.table([1, 2, 3].map((column) => [...table, column]))
    expect(rows.map(({ cells }) => cells.map((cell) => cell?.value))).toEqual(
      Array.from({ length: 20 }, (_, i) => [i + 1, i < 10 ? i + 1 : undefined, undefined]),
    )
    expect(agent.requests.every(({ pdu }) => pdu.type === PduType.getNext)).toBe(true)
  })
})

describe('hostile agents', () => {
  test('stops an endless table at the limit, and reports it', async () => {
    const endless: Behaviour = ({ pdu }) => repeat(pdu, (last) => row(1, last + 1))
    const { reader } = await reading(endless)
    const { varbinds, cut } = await walk(reader, [...table, 1], { rowsMax: 500 })
    expect([varbinds.length, cut]).toEqual([500, 'stopped after 500 rows'])
    const byBytes = await walk(reader, [...table, 1], { bytesMax: 2000 })
    expect(byBytes.cut).toBe('stopped after 2000 bytes')
    expect((await walk(reader, [...table, 1], { timeMs: 0 })).cut).toBe('stopped after 0 ms')
  })

  test.each([
    ['goes round in circles', (last: number) => row(1, (last % 5) + 1), 5],
    ['repeats one object', () => row(1, 7), 1],
    ['counts down and begins anew', (last: number) => row(1, last === 1 ? 100 : last - 1), 100],
  ])('stops at an agent that %s', async (_, next, kept) => {
    const { reader } = await reading(({ pdu }) => repeat(pdu, next))
    const { varbinds, cut } = await walk(reader, [...table, 1])
    expect(varbinds.length).toBe(kept)
    expect(cut).toContain('stopped at 1.3.6.1.4.1.99999.1.1.')
  })

  test('reads all rows out of order, and returns them in order', async () => {
    const order = [1, 2, 9, 3, 4, 5, 12, 10, 11, 13]
    const next: Behaviour = ({ pdu }) => {
      const varbinds: Varbind[] = []
      let rows = pdu.varbinds.map(({ oid }) => ({ column: oid[table.length] ?? 0, last: oid[table.length + 1] ?? 0 }))
      for (let i = 0; i < Math.max(1, Math.min(3, pdu.errorIndex)); i += 1) {
        rows = rows.map(({ column, last }) => {
          const following = order[last === 0 ? 0 : order.indexOf(last) + 1]
          return following === undefined ? { column: column + 5, last: 1 } : { column, last: following }
        })
        varbinds.push(...rows.map(({ column, last }) => row(column, last)))
      }
      return response(pdu, varbinds)
    }
    const { reader } = await reading(next)
    const { rows, cut } = await reader.table([1, 2].map((column) => [...table, column]))
    expect(cut).toBeUndefined()
    expect(rows.map(({ index, cells }) => [index[0], cells[0]?.value, cells[1]?.value])).toEqual(
      [1, 2, 3, 4, 5, 9, 10, 11, 12, 13].map((i) => [i, i, i]),
    )
  })

  test('limits all tables of a device together, and reports it', async () => {
    const hostLimits = { bytesMax: 3_000, timeMs: 60_000 }
    const { reader } = await reading(mib([...columnOf(1, 500), ...columnOf(2, 500)]), { hostLimits })
    expect((await walk(reader, [...table, 1])).cut).toBe('stopped after 3000 bytes')
    expect(await walk(reader, [...table, 2])).toEqual({
      varbinds: [],
      cut: 'not read: the limit of 3000 bytes per device is reached',
    })
    await expect(reader.get([[...table, 2, 1]])).rejects.toThrow(
      'not read: the limit of 3000 bytes per device is reached',
    )
    const { reader: late } = await reading(mib(columnOf(1, 5)), { hostLimits: { bytesMax: 3_000, timeMs: 0 } })
    expect((await walk(late, table)).cut).toBe('not read: the limit of 0 ms per device is reached')
  })

  test('ends the walk at an empty answer', async () => {
    const { reader } = await reading(({ pdu }) => response(pdu, []))
    expect(await walk(reader, table)).toEqual({ varbinds: [], cut: 'the agent sent an empty answer' })
  })

  test('ends the column that an error names', async () => {
    const { reader } = await reading(({ pdu }) => ({ ...response(pdu, pdu.varbinds), errorStatus: 5, errorIndex: 1 }))
    expect(await walk(reader, table)).toEqual({ varbinds: [], cut: 'the agent answered genErr' })
    expect(await reader.get([[1, 3, 6]])).toEqual([undefined])
  })

  test('keeps the data of an agent that falls silent, without repeated waits', async () => {
    let answers = 0
    const answer = mib(columnOf(1, 300))
    const { reader, agent } = await reading(
      (...request) => {
        answers += 1
        return answers > 1 ? undefined : answer(...request)
      },
      { timeoutMs: 20 },
    )
    const { varbinds, cut } = await walk(reader, [...table, 1])
    expect([varbinds.length, cut]).toEqual([48, 'the agent stopped answering'])
    await walk(reader, [...table, 2])
    const asked = agent.requests.length
    expect(await walk(reader, [...table, 3])).toEqual({ varbinds: [], cut: 'not read: the agent stopped answering' })
    expect(agent.requests.length).toBe(asked)
  })
})

describe('VLANs', () => {
  const inVlans = (vlans: number[]): Behaviour => {
    const whole = mib([row(1, 1)])
    return (request, ...rest) => {
      const [name, vlan] = request.community.toString().split('@')
      if (vlan === undefined) return whole(request, ...rest)
      const answer = mib([row(1, Number(vlan))])
      return name === 'public' && vlans.includes(Number(vlan)) ? answer(request, ...rest) : undefined
    }
  }

  test('are read with the community of their number; a missing one is empty, and not cut', async () => {
    const seen: unknown[] = []
    const onVarbind = ({ value }: Varbind, vlan?: number) => seen.push([vlan, value])
    const { reader } = await reading(inVlans([7, 12]), { timeoutMs: 20, retries: 0, onVarbind })
    expect((await walk(reader.inVlan(7), table)).varbinds.map(({ value }) => value)).toEqual([7])
    expect(await reader.inVlan(8).table([[...table, 1]])).toEqual({ rows: [] })
    expect((await reader.inVlan(12).get([[...table, 1, 12]]))[0]?.value).toBe(12)
    expect((await walk(reader, table)).varbinds.map(({ value }) => value)).toEqual([1])
    expect(seen).toEqual([
      [7, 7],
      [12, 12],
      [undefined, 1],
    ])
  })

  test('are not queried one by one if none answers', async () => {
    const { reader, agent } = await reading(inVlans([]), { timeoutMs: 10, retries: 0 })
    for (let vlan = 1; vlan <= 50; vlan += 1) expect(await walk(reader.inVlan(vlan), table)).toEqual({ varbinds: [] })
    expect(agent.requests.length).toBe(2)
  })
})
