import type { OpenAPIHono } from '@hono/zod-openapi'
import { usageSchema } from '@rollcall/shared/api/usage.ts'
import { readUsage } from '../../access/quota/usage.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const get = v1Route({
  method: 'get',
  path: '/api/v1/usage',
  operationId: 'getUsage',
  tags: ['Usage'],
  summary: "Get what is used of the site's quota",
  description: [
    "Each call of an App registration under /api counts one, on the site that X-Site-Id names or else on the registration's",
    'current one, as token requests do; refused calls count too. Calls of the web UI, of agents and of Audit Services do not.',
    'Beyond the quota calls get 429 `quota_exhausted` until the recharge: 00:00 in `timeZone` on `rechargeDay`, or the',
    'first moment of that day where clocks skip 00:00; until then only `rollcall quota` on the collector’s machine raises it. When the recharge day or time zone is changed, the count goes on',
    'until the next such day. The workload limits hold for each registration, in windows that begin with its first call;',
    'beyond one of them calls get 429 `rate_limited`. While a limit is set, `RateLimit-Policy` and `RateLimit` tell of',
    'it on every response to a call that counts; its policies are `quota`, `second` and `minute`.',
  ].join(' '),
  responses: { 200: json(usageSchema, 'The usage since the last recharge') },
})

export function usageRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(get, async (c) => c.json(await readUsage(c.get('ctx')), 200))
}
