import { usageSchema } from '@rollcall/shared/api/usage.ts'
import { readUsage } from '../../access/quota/usage.ts'
import type { App } from '../environment.ts'
import { json, routesOf } from '../openapi/route.ts'

const get = routesOf('Usage').get('/api/v1/usage', {
  operationId: 'getUsage',
  summary: 'Get the API usage of the site',
  description: [
    'Each call of an App registration under /api counts once, including token requests and refused calls.',
    'It counts for the site in X-Site-Id, or else for the current site of the registration.',
    'Calls of the web interface, of agents and of Audit Services do not count.',
    'Above the quota, calls get 429 `quota_exhausted` until the recharge.',
    'The recharge is at 00:00 in `timeZone` on `rechargeDay`, or at the first moment of that day if clocks skip 00:00.',
    'Until then, only `rollcall quota` on the machine of the collector raises the quota.',
    'After a change of the recharge day or time zone, counting continues until the next such day.',
    'Workload limits apply to each registration, in windows that begin with its first call.',
    'Above a workload limit, calls get 429 `rate_limited`.',
    'While a limit is set, every response to a counted call has the headers `RateLimit-Policy` and `RateLimit`,',
    'with the policies `quota`, `second` and `minute`.',
  ].join(' '),
  responses: { 200: json(usageSchema, 'The usage since the last recharge') },
})

export function usageRoutes(app: App): void {
  app.openapi(get, async (c) => c.json(await readUsage(c.get('ctx')), 200))
}
