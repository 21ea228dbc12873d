import { generateKeyPairSync, verify } from 'node:crypto'
import { z } from 'zod'
import { firstTime, type ReceivedRequest, type Reply, type StandIn, startStandIn } from './stand-in.ts'

export type GoogleInstance = {
  id: string
  name: string
  status: 'RUNNING' | 'TERMINATED'
  zone: string
  machineType: string
  privateAddress: string
  publicAddress?: string
}

export type GoogleCloud = StandIn & {
  /** The key file of the project's service account. */
  keyFile: string
  /** URL that exchanges an assertion for a token. */
  tokenUrl: string
}

const token = 'a-google-access-token'
const pageSize = 2
const email = 'auditor@example.iam.gserviceaccount.com'
const scope = 'https://www.googleapis.com/auth/compute.readonly'

/**
 * Token endpoint and Compute Engine of a project: the assertion's signature and claims and the token are verified, lists
 * come in pages, and the second page is refused once, as when a quota per minute is used up.
 */
export async function startGoogle(project: string, instances: readonly GoogleInstance[]): Promise<GoogleCloud> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const isFirst = firstTime()
  const standIn = await startStandIn((asked) => {
    if (asked.path === '/token') return signIn(asked, publicKey, `${standIn.url}/token`)
    if (asked.headers.authorization !== `Bearer ${token}`) return refused(401, 'UNAUTHENTICATED', 'required')
    if (asked.path !== `/compute/v1/projects/${project}/aggregated/instances`)
      return refused(404, 'NOT_FOUND', 'notFound')
    const from = Number(asked.query.get('pageToken') ?? 0)
    if (from > 0 && isFirst(`${from}`)) return refused(403, 'PERMISSION_DENIED', 'rateLimitExceeded')
    return instanceList(project, instances, from)
  })
  const keyFile = JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: email,
    // Whoever follows this gives the assertion to somebody else.
    token_uri: 'http://127.0.0.1:1/token',
  })
  return { ...standIn, keyFile, tokenUrl: `${standIn.url}/token` }
}

const refused = (code: number, status: string, reason: string): Reply => ({
  status: code,
  body: JSON.stringify({ error: { code, status, message: `${reason}.`, errors: [{ domain: 'global', reason }] } }),
})

const claimsSchema = z.object({
  iss: z.literal(email),
  scope: z.literal(scope),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
})

/** RFC 7523: signed by the key of the issuer, for this endpoint, and valid now for an hour at most. */
function signIn(asked: ReceivedRequest, publicKey: Parameters<typeof verify>[2], audience: string): Reply {
  const form = new URLSearchParams(asked.body)
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  const { data } = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}'))
  const nowS = Date.now() / 1000
  const isValid = data?.aud === audience && data.iat <= nowS && nowS < data.exp && data.exp - data.iat <= 3600
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !isSigned || !isValid) {
    const error = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }
    return { status: 400, body: JSON.stringify(error) }
  }
  return { body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3599 }) }
}

function instanceList(project: string, instances: readonly GoogleInstance[], from: number): Reply {
  const zoneUrl = (zone: string) => `https://www.googleapis.com/compute/v1/projects/${project}/zones/${zone}`
  const page = instances.slice(from, from + pageSize).map((instance) => ({
    id: instance.id,
    name: instance.name,
    status: instance.status,
    zone: zoneUrl(instance.zone),
    machineType: `${zoneUrl(instance.zone)}/machineTypes/${instance.machineType}`,
    cpuPlatform: 'Intel Broadwell',
    labels: { env: 'prod' },
    networkInterfaces: [
      {
        name: 'nic0',
        network: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/default`,
        networkIP: instance.privateAddress,
        accessConfigs: instance.publicAddress ? [{ natIP: instance.publicAddress }] : [],
      },
    ],
    disks: [
      {
        deviceName: 'persistent-disk-0',
        diskSizeGb: '10',
        licenses: ['https://www.googleapis.com/compute/v1/projects/debian-cloud/global/licenses/debian-12-bookworm'],
      },
    ],
  }))
  const none = { warning: { code: 'NO_RESULTS_ON_PAGE', message: 'There are no results for scope on this page.' } }
  const scopes = Object.groupBy(page, ({ zone }) => `zones/${zone.slice(zone.lastIndexOf('/') + 1)}`)
  const items = Object.entries(scopes).map(([scope, found]) => [scope, { instances: found }])
  const more = from + pageSize < instances.length ? { nextPageToken: String(from + pageSize) } : {}
  return { body: JSON.stringify({ items: { 'zones/us-west8-a': none, ...Object.fromEntries(items) }, ...more }) }
}
