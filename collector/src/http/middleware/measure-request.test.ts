import { expect, it } from 'vitest'
import { type EndedRequest, type Metrics, noMetrics } from '../../lib/metrics.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { loopbackOutbound } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

describeOnEitherEngine('the metrics of requests', ({ open }) => {
  /** Calls the app and returns what was counted. */
  async function counted(...calls: Parameters<Awaited<ReturnType<typeof testApp>>['call']>[]) {
    const ended: EndedRequest[] = []
    let started = 0
    const metrics: Metrics = {
      ...noMetrics,
      requestStarted: () => {
        started += 1
      },
      requestEnded: (request) => void ended.push(request),
    }
    const app = await testApp(await open(), loopbackOutbound, { metrics })
    for (const call of calls) await app.call(...call)
    expect(ended).toHaveLength(started)
    return ended.map(({ method, route, status }) => `${method} ${route} ${status}`)
  }
  const id = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'

  it('have the pattern of the path, never an id or a path that a caller chose', async () => {
    expect(
      await counted(
        ['GET', `/api/v1/devices/${id}`],
        ['HEAD', `/api/v1/devices/${id}`],
        ['DELETE', `/api/v1/devices/${id}/tags/${id}`],
        ['GET', '/api/v1/devices?q=secret'],
        ['GET', `/api/${id}`],
        ['POST', `/${id}`],
        ['GET', '/healthz'],
      ),
    ).toEqual([
      'GET /api/v1/devices/:id 404',
      'HEAD /api/v1/devices/:id 404',
      'DELETE /api/v1/devices/:id/tags/:tagId 404',
      'GET /api/v1/devices 200',
      'GET /* 404',
      'POST none 404',
      'GET /healthz 200',
    ])
  })

  it('have the same pattern for a request that is refused before its handler', async () => {
    expect(
      await counted(
        ['GET', `/api/v1/devices/${id}`, { token: null }],
        ['PATCH', '/api/v1/site/settings', { token: 'reader', json: {} }],
        ['PUT', '/api/v1/devices'],
      ),
    ).toEqual(['GET /api/v1/devices/:id 401', 'PATCH /api/v1/site/settings 403', 'PUT none 405'])
  })

  it('count a call of the command line once', async () => {
    expect(await counted(['GET', '/local/api/v1/devices', { token: 'local' }])).toEqual(['GET /local/api/* 200'])
  })
})
