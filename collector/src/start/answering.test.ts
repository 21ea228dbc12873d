import { Worker } from 'node:worker_threads'
import type { List } from '@rollcall/shared/api/common.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { expect, it } from 'vitest'
import type { Question } from '../http/answering/messages.ts'
import { startAnswering } from '../http/testing/answering.ts'
import { testApp } from '../http/testing/app.ts'
import { describeOnEitherEngine, optionsOf } from '../store/testing/stores.ts'
import type { AnsweringThreadData } from './answering-thread.ts'

const decode = (body: Uint8Array) => JSON.parse(new TextDecoder().decode(body))

describeOnEitherEngine('a thread that answers reads', ({ open }) => {
  async function setUp() {
    const store = await open()
    const test = await testApp(store)
    const options = optionsOf.get(store) ?? expect.unreachable('the store was opened here')
    const workers: Worker[] = []
    const workerData: AnsweringThreadData = { store: options, logLevel: 'silent' }
    const answering = await startAnswering(test.ctx, () => {
      const worker = new Worker(new URL('./answering-thread.ts', import.meta.url), { workerData })
      workers.push(worker)
      return worker
    })
    const question = (path: string, change: Partial<Question> = {}): Question => ({
      method: 'GET',
      url: `https://collector.example${path}`,
      headers: [],
      requestId: 'request-1',
      nowMs: test.ctx.clock.now().getTime(),
      caller: test.ctx.actor,
      session: undefined,
      ...change,
    })
    return { ...test, answering, workers, question }
  }

  it('sees each write once it is answered, with the id of the request', async () => {
    const { call, answering, question } = await setUp()
    for (const name of ['One', 'Two', 'Three']) {
      expect((await call('POST', '/api/v1/tags', { json: { name } })).status).toBe(201)
      const answer = await answering.ask(question('/api/v1/tags'))
      expect(answer?.status).toBe(200)
      const { items } = decode(answer?.body ?? expect.unreachable('it answers')) as List<Tag>
      expect(items.map((tag) => tag.name)).toContain(name)
      expect(new Headers(answer?.headers).get('X-Request-Id')).toBe('request-1')
    }
  })

  it('refuses a call without a caller, and one of another site', async () => {
    const { answering, question, ctx } = await setUp()
    expect((await answering.ask(question('/api/v1/tags', { caller: undefined })))?.status).toBe(401)
    const elsewhere = { ...ctx.actor, siteIds: [] }
    expect((await answering.ask(question('/api/v1/tags', { caller: elsewhere })))?.status).toBe(403)
  })

  it('leaves to the main thread what needs more than a database to read', async () => {
    const { answering, question } = await setUp()
    expect(await answering.ask(question('/api/v1/alerts'))).toBeUndefined()
    expect(await answering.ask(question('/api/v1/events'))).toBeUndefined()
  })

  it('is replaced when it ends, and no read is lost', async () => {
    const { answering, workers, question } = await setUp()
    const asked = Array.from({ length: 20 }, () => answering.ask(question('/api/v1/tags')))
    await workers[0]?.terminate()
    expect((await Promise.all(asked)).map((answer) => answer?.status)).toEqual(asked.map(() => 200))
    expect(workers).toHaveLength(2)
  })

  it('fails the reads that have ended two threads, and the next read is answered', async () => {
    const { answering, workers, question } = await setUp()
    const asked = answering.ask(question('/api/v1/tags'))
    const failed = expect(asked).rejects.toThrow('the threads that answered this read have ended')
    await workers[0]?.terminate()
    await workers[1]?.terminate()
    await failed
  })
})
