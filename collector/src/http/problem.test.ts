import { Writable } from 'node:stream'
import { DomainError } from '@rollcall/shared/errors.ts'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { proves } from '../../../test/interface/proves.ts'
import type { Environment } from './environment.ts'
import { requestId } from './middleware/request-id.ts'
import { errorMapper } from './problem.ts'

/** An app whose one route throws, and what it logs. */
function failing(error: Error) {
  const logged: string[] = []
  const log = pino(new Writable({ write: (line, _, done) => done(void logged.push(String(line))) }))
  const app = new Hono<Environment>()
  app.use(requestId)
  app.get('/devices', () => {
    throw error
  })
  app.onError(errorMapper(log))
  return { answer: () => app.request('/devices'), logged }
}

it(
  'tells nothing of an unexpected error but its request id, under which the log has it',
  proves('general.500'),
  async () => {
    const { answer, logged } = failing(new Error('SELECT secret FROM tokens failed'))
    const given = await answer()
    const text = await given.text()
    const id = given.headers.get('X-Request-Id')
    expect([given.status, JSON.parse(text)]).toMatchObject([
      500,
      { code: 'internal_error', status: 500, requestId: id },
    ])
    expect(text).not.toContain('secret')
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      requestId: id,
      path: '/devices',
      err: { message: 'SELECT secret FROM tokens failed', stack: expect.stringContaining('problem.test.ts') },
    })
  },
)

it('logs nothing of an error that the caller can do something about', async () => {
  const { answer, logged } = failing(new DomainError('name_taken', 'A tag named "Office" is already there.'))
  const given = await answer()
  expect([given.status, await given.json()]).toMatchObject([
    409,
    { type: '/problems/name_taken', title: 'The name is taken', detail: 'A tag named "Office" is already there.' },
  ])
  expect(logged).toEqual([])
})
