import type { Problem } from '@rollcall/shared/api/problem.ts'
import { DomainError, type ErrorCode, invalidFields } from '@rollcall/shared/errors.ts'
import type { ExportList } from '../../reports/render-list.ts'
import type { Environment } from '../environment.ts'

type HttpInterface = { fetch(request: Request, bindings: Environment['Bindings']): Response | Promise<Response> }

/** Creates the function that reads a list for a report: the same request as an export, with the rights of its caller. */
export const listExporter = (app: HttpInterface): ExportList =>
  async function* ({ actor, siteId }, { path, query, format }, onRecords) {
    const url = new URL(path, 'https://collector.invalid')
    for (const [key, value] of Object.entries({ ...query, format })) if (value) url.searchParams.set(key, value)
    const request = new Request(url, { headers: { 'X-Site-Id': siteId } })
    const response = await app.fetch(request, { part: { caller: actor, session: undefined }, onRecords })
    // The reader repeats its work later.
    if (response.status >= 500) throw new Error(`${path}: status ${response.status}`)
    if (response.status !== 200) throw await refusalOf(response)
    yield* response.body ?? []
  }

async function refusalOf(response: Response): Promise<DomainError> {
  const { code, detail, errors } = (await response.json()) as Problem & { code: ErrorCode }
  return errors ? invalidFields(errors) : new DomainError(code, detail)
}
