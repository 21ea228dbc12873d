import { expect, test, vi } from 'vitest'
import { createPtrLookup, type NameServers } from './ptr-lookup.ts'

const canary = '1.0.0.127.in-addr.arpa'

/** Name servers that answer the canary, and all other queries with `answer`; `asked` contains the names after it. */
function nameServers(answer: () => Promise<string[]>) {
  const asked: string[] = []
  const resolvePtr = async (name: string) => {
    if (name === canary) return ['localhost']
    asked.push(name)
    return answer()
  }
  return { asked, nameOf: createPtrLookup({}, { resolvePtr, cancel: () => undefined }).nameOf }
}

const fail = (code: string) => async (): Promise<string[]> => {
  throw Object.assign(new Error(code), { code })
}

test('returns names of in-addr.arpa and ip6.arpa in lower case without the final dot', async () => {
  const { nameOf, asked } = nameServers(async () => ['Switch-1.Example.COM.'])
  expect(await nameOf('10.20.0.1')).toBe('switch-1.example.com')
  expect(await nameOf('2001:db8::1')).toBe('switch-1.example.com')
  expect(asked).toEqual([
    '1.0.20.10.in-addr.arpa',
    '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
  ])
})

test('does not wait for silent name servers, and never queries loopback', async () => {
  const asked: string[] = []
  const resolvePtr = (name: string) => {
    asked.push(name)
    return new Promise<string[]>(() => undefined)
  }
  const { nameOf } = createPtrLookup({}, { resolvePtr, cancel: () => undefined })
  const names = await Promise.all(['10.0.0.1', '10.0.0.2', '127.0.0.1'].map(nameOf))
  expect(names).toEqual([undefined, undefined, undefined])
  expect(asked).toEqual([canary])
})

test('gives up silent name servers, but not those without a name', async () => {
  const count = async (code: string) => {
    const { nameOf, asked } = nameServers(fail(code))
    for (let i = 1; i <= 10; i++) expect(await nameOf(`10.0.0.${i}`)).toBeUndefined()
    return asked.length
  }
  expect(await count('ETIMEOUT')).toBe(3)
  expect(await count('ENOTFOUND')).toBe(10)
})

test('limits concurrent queries, however many hosts are found', async () => {
  let asking = 0
  let most = 0
  const { nameOf } = nameServers(async () => {
    asking += 1
    most = Math.max(most, asking)
    await new Promise((resolve) => setImmediate(resolve))
    asking -= 1
    return ['pc']
  })
  const names = await Promise.all(Array.from({ length: 200 }, (_, host) => nameOf(`10.0.0.${host}`)))
  expect(names).toEqual(Array(200).fill('pc'))
  expect(most).toBe(64)
})

test('uses the result of the last scan until the name servers answer again', async () => {
  const servers: NameServers = {}
  const scanWith = (answer: () => Promise<string[]>) =>
    createPtrLookup(servers, { resolvePtr: answer, cancel: () => undefined })
  await scanWith(fail('ETIMEOUT')).nameOf('10.0.0.1')
  expect(servers).toEqual({ answered: false })
  const first = Promise.withResolvers<string[]>()
  const back = scanWith(() => first.promise)
  expect(await back.nameOf('10.0.0.1')).toBeUndefined()
  first.resolve(['pc1'])
  await vi.waitUntil(() => servers.answered)
  expect(await back.nameOf('10.0.0.1')).toBe('pc1')
  const ended = scanWith(fail('ECANCELLED'))
  expect(await ended.nameOf('10.0.0.1')).toBeUndefined()
  expect(servers).toEqual({ answered: true })
})
