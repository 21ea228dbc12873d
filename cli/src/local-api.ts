import { existsSync, readFileSync } from 'node:fs'
import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { type FieldError, messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { createClient } from '@rollcall/shared/node/pinned-client.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { z } from 'zod'
import { isPackaged } from './project.ts'

const howToStart =
  isPackaged && existsSync('/run/systemd/system')
    ? 'start it with "sudo systemctl start rollcall-collector"'
    : 'start it with "rollcall up" or "rollcall collector run"'

const refusalSchema = problemSchema.pick({ detail: true, errors: true })

/** The collector refused the call. */
export class Refused extends OperatorError {
  readonly errors: FieldError[]

  constructor(message: string, errors: FieldError[] = []) {
    super(message)
    this.errors = errors
  }
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`cannot read the collector's CA certificate ${file}: ${messageOf(error)}`)
  }
}

/**
 * Creates a client of the collector on this data directory, with the operator's rights. It uses the local path, which
 * stays open in maintenance mode. Throws an OperatorError if no collector runs, and Refused with the collector's
 * answer. A body of bytes must be JSON.
 */
export function localApi(dataDir: string) {
  const access = readLocalAccess(dataDir)
  if (!access) {
    throw new OperatorError(`no collector runs on ${dataDir}; ${howToStart}, or set its folder with --data-dir`)
  }
  const client = createClient({ url: access.url, caPem: readCa(access.caFile), serverName: access.serverName })
  return async <T extends z.ZodType>(
    call: {
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
      path: string
      body?: unknown
      siteId?: string | undefined
      timeoutMs?: number | undefined
      /** A status above 299 whose body is as expected, too. */
      alsoAccept?: number | undefined
    },
    schema: T,
  ): Promise<z.output<T>> => {
    const answer = await client({
      method: call.method,
      path: call.path.startsWith('/api/') ? `/local${call.path}` : call.path,
      headers: {
        Authorization: `Bearer ${access.token}`,
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...optional({ 'X-Site-Id': call.siteId }),
      },
      ...(call.body === undefined ? {} : { body: bytesOf(call.body) }),
      ...optional({ timeoutMs: call.timeoutMs }),
    }).catch((error: unknown) => {
      throw new OperatorError(`the collector at ${access.url} does not answer: ${messageOf(error)}`)
    })
    // 204 has no body.
    const body: unknown = answer.body.length === 0 ? null : JSON.parse(answer.body.toString('utf8'))
    if (answer.status >= 300 && answer.status !== call.alsoAccept) {
      const problem = refusalSchema.safeParse(body)
      if (!problem.success) throw new Refused(`the collector answered ${answer.status}`)
      throw new Refused(problem.data.detail, problem.data.errors)
    }
    return schema.parse(body)
  }
}

const bytesOf = (body: unknown) => (body instanceof Uint8Array ? body : JSON.stringify(body))
