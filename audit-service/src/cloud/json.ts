import { z } from 'zod'
import { CloudError } from './fault.ts'
import { type CloudApi, type CloudRequest, type CloudResponse, request } from './request.ts'

/** Error of Microsoft's and Google's APIs, and of OAuth (RFC 6749, section 5.2). */
const faultSchema = z.object({
  error: z.union([z.string(), z.object({ code: z.union([z.string(), z.number()]), message: z.string() })]),
  error_description: z.string().optional(),
})

/**
 * Sends a request and parses the JSON response. Throws `CloudError` with its reason if the cloud refuses or answers in
 * an unknown format.
 */
export async function requestJson<T extends z.ZodType>(
  question: CloudRequest,
  schema: T,
  api: CloudApi,
): Promise<z.output<T>> {
  const { name } = api
  const answer = await request(() => question, api)
  const value = parseJson(answer, name)
  if (answer.status !== 200) throw new CloudError(`${name} refuses (${answer.status}): ${faultOf(value)}`)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CloudError(`${name} answers in an unknown format: ${issue?.path.join('.')} ${issue?.message}`)
}

function parseJson({ status, type, text }: CloudResponse, name: string): unknown {
  try {
    if (/^application\/([\w.-]+\+)?json$/.test(type)) return JSON.parse(text)
  } catch (cause) {
    throw new CloudError(`${name} answers with invalid JSON (${status})`, { cause })
  }
  throw new CloudError(`${name} answers with ${type || 'no type'} (${status}) instead of JSON`)
}

function faultOf(value: unknown): string {
  const fault = faultSchema.safeParse(value).data
  if (!fault) return 'no reason given'
  const { error, error_description: description } = fault
  if (typeof error === 'string') return description === undefined ? error : `${error}: ${description}`
  return `${error.code}: ${error.message}`
}
