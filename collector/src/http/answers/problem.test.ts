import type { Problem } from '@rollcall/shared/api/problem.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { createLog } from '@rollcall/shared/node/log.ts'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import type { Environment } from '../environment.ts'
import { requestId } from '../middleware/request-id.ts'
import { errorMapper } from './problem.ts'

/** Creates an app with one route that throws, and collects its log. */
function failing(error: Error) {
  const logged: string[] = []
  const log = createLog('collector', 'info', { write: (line) => void logged.push(line) })
  const app = new Hono<Environment>()
  app.use(requestId)
  app.get('/devices', () => {
    throw error
  })
  app.onError(errorMapper(log))
  return { answer: () => app.request('/devices'), logged }
}

it(
  'returns only the request id of an unexpected error, and logs the error under it',
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

it('names a field in each 400, or the whole body', async () => {
  const errorsOf = async (error: DomainError) => {
    const given = await failing(error).answer()
    return [given.status, ((await given.json()) as Problem).errors]
  }
  expect(await errorsOf(invalidField('/name', 'is required'))).toEqual([
    400,
    [{ path: '/name', message: 'is required' }],
  ])
  const whole = new DomainError('malformed_json', 'The body is not UTF-8.')
  expect(await errorsOf(whole)).toEqual([400, [{ path: '', message: 'The body is not UTF-8.' }]])
  const unserved = new DomainError('no_audit_service', 'It has none.')
  expect(await errorsOf(unserved)).toEqual([400, [{ path: '', message: 'It has none.' }]])
  expect(await errorsOf(new DomainError('name_taken', 'There is one.'))).toEqual([409, undefined])
})

it('does not log an error that the caller can resolve', async () => {
  const { answer, logged } = failing(new DomainError('name_taken', 'A tag named "Office" already exists.'))
  const given = await answer()
  expect([given.status, await given.json()]).toMatchObject([
    409,
    { type: '/problems/name_taken', title: 'The name is taken', detail: 'A tag named "Office" already exists.' },
  ])
  expect(logged).toEqual([])
})
