import type { MiddlewareHandler } from 'hono'
import type { Metrics } from '../../lib/metrics.ts'
import type { Environment } from '../environment.ts'
import { measureRequest } from './measure-request.ts'
import { requestId } from './request-id.ts'

/** Creates the middleware that every request passes first. */
export const beginRequest = (metrics: Metrics): MiddlewareHandler<Environment>[] => [requestId, measureRequest(metrics)]
