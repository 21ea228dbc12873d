import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { CloudError } from '../fault.ts'
import { type CloudApi, type CloudResponse, request } from '../request.ts'
import { type AwsKey, signedForm } from './sign.ts'

export type AwsAccess = { key: AwsKey; urlTemplate: string; signal: AbortSignal }

type Query = {
  service: 'ec2' | 'sts'
  region: string
  action: string
  version: string
  parameters?: Record<string, string> | undefined
}

const names = { ec2: 'Amazon EC2', sts: 'Amazon STS' }
/** EC2 answers RequestLimitExceeded, STS Throttling. */
const isThrottled = ({ text }: CloudResponse): boolean =>
  /<Code>(RequestLimitExceeded|Throttling\w*)<\/Code>/.test(text)

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true, isArray: (name) => name === 'item' })
const faultSchema = z.object({ Code: z.string(), Message: z.string() })

/** Calls AWS's Query API. Throws `CloudError` with its reason if it refuses or answers in an unknown format. */
export async function awsQuery<T extends z.ZodType>(query: Query, schema: T, access: AwsAccess): Promise<z.output<T>> {
  const { service, region, action, version, parameters } = query
  const name = `${names[service]} in ${region}`
  const url = access.urlTemplate.replaceAll('{service}', service).replaceAll('{region}', region)
  const form = new URLSearchParams({ Action: action, Version: version, ...parameters })
  const api: CloudApi = { name, signal: access.signal, isThrottled }
  const answer = await request(() => signedForm(`${url}/`, form, access.key, { service, region }, new Date()), api)
  const document = parseXml(answer, name)
  if (answer.status !== 200) throw new CloudError(`${name} refuses ${action} (${answer.status}): ${faultOf(document)}`)
  const parsed = z.object({ [`${action}Response`]: schema }).safeParse(document)
  if (!parsed.success) throw new CloudError(`${name} answers ${action} in an unknown format`)
  return parsed.data[`${action}Response`] as z.output<T>
}

function parseXml({ status, type, text }: CloudResponse, name: string): unknown {
  if (!/^(text|application)\/xml$/.test(type)) {
    throw new CloudError(`${name} answers with ${type || 'no type'} (${status}) instead of XML`)
  }
  // Genuine answers declare no entities; declarations are an attempt at entity expansion.
  if (text.includes('<!')) throw new CloudError(`${name} answers with XML that contains declarations`)
  try {
    return parser.parse(text, true)
  } catch (cause) {
    throw new CloudError(`${name} answers with invalid XML (${status})`, { cause })
  }
}

/** EC2 writes `Response/Errors/Error`, STS `ErrorResponse/Error`. */
function faultOf(document: unknown): string {
  const ec2 = z.object({ Response: z.object({ Errors: z.object({ Error: faultSchema }) }) }).safeParse(document).data
  const sts = z.object({ ErrorResponse: z.object({ Error: faultSchema }) }).safeParse(document).data
  const fault = ec2?.Response.Errors.Error ?? sts?.ErrorResponse.Error
  return fault ? `${fault.Code}: ${fault.Message}` : 'no reason given'
}

/** Schema of a list that EC2 writes as a set of `item`s, or as an empty element. */
export const setOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null && 'item' in value ? value.item : []),
    z.array(item),
  )
