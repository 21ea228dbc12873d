import { type Problem, problemSchema } from '@rollcall/shared/api/problem.ts'
import { expect } from 'vitest'
import type { Answer, ApiClient, CallOptions } from '../../harness/api-client.ts'
import { startUp, type Up, type UpOptions } from '../../harness/rollcall.ts'
import { type OpenApi, readOpenApi } from './openapi.ts'

export type Method = Parameters<ApiClient['call']>[0]

export type CheckedApi = {
  up: Up
  openApi: OpenApi
  /** Every answer must be one that the instance's own description has, and have the id of its request. */
  call: (method: Method, path: string, options?: CallOptions) => Promise<Answer>
}

export async function startCheckedApi(options: UpOptions = {}): Promise<CheckedApi> {
  const up = await startUp(options)
  const openApi = readOpenApi((await up.api.get('/api/openapi.json', { token: null })).json())
  const call: CheckedApi['call'] = async (method, path, given) => {
    const answer = await up.api.call(method, path, given)
    openApi.check(method, path, answer)
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    return answer
  }
  return { up, openApi, call }
}

/** The problem (RFC 9457) of an answer that must have this status. */
export function problemOf(answer: Answer, status: number): Problem {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  const problem = problemSchema.parse(answer.json())
  expect(problem).toMatchObject({ status, requestId: answer.headers['x-request-id'] })
  expect(problem.type.endsWith(problem.code)).toBe(true)
  return problem
}
