import { createLog } from '@rollcall/shared/node/log.ts'
import { expect, it } from 'vitest'
import type { Store } from '../../store/store.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { loopbackOutbound } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

describeOnEitherEngine('the log lines of a request', ({ open }) => {
  async function setUp(change: (store: Store) => Partial<Store>) {
    const lines: Record<string, unknown>[] = []
    const log = createLog('collector', 'info', { write: (line) => void lines.push(JSON.parse(line)) })
    const store = await open()
    const { call, ctx } = await testApp({ ...store, ...change(store) }, loopbackOutbound, { log })
    return { call, ctx, lines }
  }
  const isBroken = new Error('a defect')

  it('have the id of the response and of its problem', async () => {
    let broken = false
    const { call, lines } = await setUp(({ read }) => ({
      read: (fn) => (broken ? Promise.reject(isBroken) : read(fn)),
    }))
    broken = true
    const answers = await Promise.all([call('GET', '/api/v1/devices'), call('GET', '/api/v1/tags')])
    for (const answer of answers) {
      const requestId = answer.headers.get('X-Request-Id')
      expect([answer.status, await answer.json()]).toMatchObject([500, { requestId }])
      const own = lines.filter((line) => line['requestId'] === requestId)
      expect(own).toMatchObject([{ msg: 'request failed', method: 'GET', err: { message: 'a defect' } }])
    }
  })

  it('have the id of their own request where requests share a transaction', async () => {
    let broken = false
    const { call, lines } = await setUp(({ write }) => ({
      write: (fn, committed) => (broken ? Promise.reject(isBroken) : write(fn, committed)),
    }))
    broken = true
    const post = (name: string) =>
      call('POST', '/api/v1/devices', { json: { name, type: 'computer', serialNumber: `serial-${name}` } })
    const answers = await Promise.all(['one', 'two', 'three'].map(post))
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
    for (const answer of answers) {
      const own = lines.filter((line) => line['requestId'] === answer.headers.get('X-Request-Id'))
      expect(own.map(({ msg }) => msg)).toEqual(['an observation could not be stored', 'request failed'])
    }
    expect(lines).toHaveLength(6)
  })
})
