import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { startUp, type Up, type UpOptions } from '../../harness/rollcall.ts'
import { createInventoryClient, type InventoryClient } from '../../interface/client/client.ts'
import { notWalked } from '../../interface/client/endpoints.ts'
import { type Fields, faultsOf } from '../../interface/client/fields.ts'
import { createTransport, type Reply } from '../../interface/client/transport.ts'
import type { NewRegistration, Problem } from '../../interface/client/types.ts'
import { readOpenApi } from '../support/openapi.ts'

export type Walk = {
  up: Up
  /** Nobody. */
  anybody: InventoryClient
  /** An Administrator. */
  client: InventoryClient
  register: (input?: Record<string, unknown>) => Promise<NewRegistration>
  /** A client with a token of a new registration. */
  callerWith: (input: Record<string, unknown>) => Promise<InventoryClient>
  /** Returns the endpoints that no call reached with success. */
  missed: (endpoints: readonly string[]) => string[]
}

/**
 * A running instance, and the client that was written by hand from the text of the interface; the text alone says what it
 * does. What it gets is held against the instance's own description as well.
 */
export async function startWalk(options: UpOptions = {}): Promise<Walk> {
  const up = await startUp(options)
  const openApi = readOpenApi((await up.api.get('/api/openapi.json', { token: null })).json())
  const calls: { method: string; path: string; status: number }[] = []
  const send = createTransport(up.facts.url, await readFile(up.facts.caFile, 'utf8'), ({ method, path, reply }) => {
    const { status, headers, text } = reply
    calls.push({ method, path, status })
    if (openApi.operationOf(method, path) === undefined) return
    openApi.check(method, path, { status, headers, body: Buffer.from(text) })
  })
  const anybody = createInventoryClient(send)
  const credentials = (
    await up.cli('app-registration', 'create', '--name', 'walk', '--capability', 'Administrator', '--json')
  ).json() as NewRegistration
  const client = anybody.as(await tokenOf(anybody, credentials))
  const register: Walk['register'] = async (input = {}) => {
    const created = await client.registrations.create({ name: 'walker', ...input })
    expect(created.status).toBe(201)
    return created.body
  }
  return {
    up,
    anybody,
    client,
    register,
    callerWith: async (input) => anybody.as(await tokenOf(anybody, await register(input))),
    missed: (endpoints) => notWalked(endpoints, calls),
  }
}

export const formOf = ({ clientId, clientSecret }: Pick<NewRegistration, 'clientId' | 'clientSecret'>) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
})

export async function tokenOf(anybody: InventoryClient, registration: NewRegistration): Promise<string> {
  const reply = await anybody.token(formOf(registration))
  expect(reply.status).toBe(200)
  return reply.body.access_token
}

/** The body of an answer that must have this status. */
export function bodyOf<T>(reply: Reply<T>, status = 200): T {
  expect(reply.status, reply.text.slice(0, 1000)).toBe(status)
  return reply.body
}

/** The problem of an answer that must have this status and code. */
export function problemOf(reply: Reply, status: number, code: string): Problem {
  const problem = reply.body as Problem
  expect([reply.status, problem.code], reply.text.slice(0, 1000)).toEqual([status, code])
  expect(reply.headers['content-type']).toBe('application/problem+json')
  expect([problem.status, problem.requestId]).toEqual([status, reply.headers['x-request-id']])
  expect(problem.type.endsWith(`/${code}`)).toBe(true)
  return problem
}

/** The invalid places that a 400 names. */
export const invalidPathsOf = (reply: Reply): string[] =>
  (problemOf(reply, 400, 'validation_failed').errors ?? []).map(({ path }) => path).sort()

/** It has the fields that the text's table has, each of its type. */
export function expectFields(value: object | undefined, fields: Fields): void {
  expect(value).toBeDefined()
  expect(faultsOf(value ?? {}, fields)).toEqual([])
}

export const unknownId = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'
