import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { type CreateCredential, credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createSegment, joinFromInside, scan } from '../../flows/support/audit-site.ts'
import { fetchToken } from '../../harness/api-client.ts'
import { browserSession } from '../../harness/browser-session.ts'
import { type Network, startNetwork } from '../../harness/network.ts'
import { descendantsOf, startUp, type Up } from '../../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { findSecrets } from './find-secrets.ts'

const address = '10.71.0.20'
const community = canary('community')

/** Every secret that somebody entrusts to the collector, by its name. */
const secrets = new Map<string, string>()
/** Command lines and environments of all processes, as they were seen while everything ran. */
const processTexts = new Set<string>()
let network: Network
let up: Up
let folder: TmpFolder
let watching: NodeJS.Timeout

beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({ hosts: [{ name: 'switch', kind: 'snmp-v2c', address, snmp: { community } }] })
  up = await startUp({
    dataDir: join(folder.path, 'data'),
    args: ['--host', network.rootAddress],
    env: { ROLLCALL_LOG_LEVEL: 'trace' },
  })
  watching = setInterval(recordProcesses, 50)
  await entrustSecrets()
  await up.stop()
  clearInterval(watching)
})
afterAll(async () => {
  clearInterval(watching)
  await up?.stop()
  await network?.stop()
  await folder?.remove()
})

test('writes no secret in clear text to database, queues, spools, logs, backups or snapshots', () => {
  const holders = new Map([
    // A part's own identity, which it needs at every start; the file is for its user alone.
    ['the password of the first administrator', ['data/ready.json']],
  ])
  const findings = findSecrets(folder.path, secrets)
  expect(findings.filter(({ secret, file }) => !holders.get(secret)?.includes(file))).toEqual([])
  for (const files of holders.values()) {
    for (const file of files) expect(statSync(join(folder.path, file)).mode & 0o077, file).toBe(0)
  }
})

test('exposes no secret in arguments or environments of processes', () => {
  expect(processTexts.size).toBeGreaterThan(3)
  const shown = [...secrets].filter(([, value]) => [...processTexts].some((text) => text.includes(value)))
  expect(shown.map(([name]) => name)).toEqual([])
})

function canary(name: string): string {
  return `canary-${name}-${randomBytes(12).toString('hex')}`
}

/** Gives the collector one secret of each kind, and uses each as it is meant to be used, rightly and wrongly. */
async function entrustSecrets(): Promise<void> {
  const { api, facts } = up
  const secret = (name: string): string => {
    const value = canary(name)
    secrets.set(name, value)
    return value
  }
  secrets.set('an SNMP community', community)
  secrets.set('the password of the first administrator', facts.password ?? '')

  const credentials: CreateCredential[] = [
    { name: 'switches', kind: 'snmp-community', version: 'v2c', community },
    {
      name: 'routers',
      kind: 'snmp-v3',
      user: 'auditor',
      securityLevel: 'authPriv',
      authProtocol: 'SHA-256',
      authPassword: secret('SNMPv3 authentication'),
      privProtocol: 'AES-128',
      privPassword: secret('SNMPv3 privacy'),
    },
    { name: 'servers', kind: 'ssh-password', username: 'auditor', password: secret('SSH password') },
    {
      name: 'more servers',
      kind: 'ssh-key',
      username: 'auditor',
      privateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret('SSH key')}\n-----END OPENSSH PRIVATE KEY-----\n`,
      passphrase: secret('SSH passphrase'),
    },
    { name: 'directory', kind: 'ldap', username: 'cn=auditor', password: secret('LDAP password') },
    { name: 'aws', kind: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: secret('AWS key') },
    {
      name: 'azure',
      kind: 'azure',
      tenantId: 'example.org',
      clientId: 'rollcall',
      clientSecret: secret('Azure secret'),
    },
  ]
  const ids = new Map<string, string>()
  for (const body of credentials) {
    ids.set(body.kind, (await api.create('/api/v1/credentials', body, credentialRecordSchema)).id)
    // A field too many: the refusal must not repeat what was sent.
    const refused = await api.post('/api/v1/credentials', { ...body, unknownField: true })
    expect(refused.status).toBe(400)
    for (const [name, value] of secrets) expect(refused.body.includes(value), `${name} in a refusal`).toBe(false)
  }
  const site = await joinFromInside(network, up, 'inside')
  const hostKinds = ['snmp-community', 'snmp-v3', 'ssh-password', 'ssh-key']
  const segment = await createSegment(api, {
    name: 'switches',
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses: [address],
    credentialIds: hostKinds.map((kind) => ids.get(kind) ?? ''),
  })
  await scan(api, segment.id)

  await changeSettings({
    snapshotStorage: {
      endpoint: 'https://s3.invalid',
      bucket: 'inventory',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: secret('S3 key'),
    },
    notifications: {
      smtp: {
        host: 'mail.invalid',
        from: 'rollcall@example.org',
        username: 'rollcall',
        password: secret('SMTP password'),
      },
    },
  })
  await api.post('/api/v1/site/settings/snapshot-storage/test', {})
  await api.post('/api/v1/site/settings/notifications/test', {})
  const oidc = { issuer: 'https://login.invalid', clientId: 'rollcall', clientSecret: secret('OIDC secret') }
  expect((await api.call('PATCH', '/api/v1/sign-in-settings', { body: { oidc } })).status).toBe(200)
  await api.post('/api/v1/sign-in-settings/test', {})

  const body = { name: 'CMDB', capabilities: ['Administrator'] }
  const registration = await api.create('/api/v1/app-registrations', body, createdAppRegistrationSchema)
  secrets.set('a client secret', registration.clientSecret)
  secrets.set('an access token', await fetchToken(api.call, registration))
  const wrong = secret('wrong client secret')
  await fetchToken(api.call, { ...registration, clientSecret: wrong }).catch(() => undefined)
  await api.get('/api/v1/devices', { token: secret('unknown token') })

  const browser = browserSession(api, facts.url)
  await browser.signIn(facts.username, secret('wrong password'))
  await browser.signIn(facts.username, facts.password ?? '')
  const newPassword = secret('a chosen password')
  const chosen = { currentPassword: facts.password, newPassword }
  expect((await browser.send('POST', '/api/auth/change-password', { body: chosen })).status).toBe(204)
  expect((await browser.signIn(facts.username, newPassword)).status).toBe(200)

  const tokens = z.object({ token: z.string() })
  secrets.set(
    'a join token',
    tokens.parse((await up.cli('join-token', 'create', '--for', 'agent', '--json')).json()).token,
  )
  const backup = join(folder.path, 'backup.tar.gz')
  const made = await up.cli('backup', backup)
  expect(made.code, made.stderr).toBe(0)
}

async function changeSettings(settings: object): Promise<void> {
  const answer = await up.api.call('PATCH', '/api/v1/site/settings', { body: settings })
  expect(answer.status, answer.body.toString()).toBe(200)
  for (const [name, value] of secrets) expect(answer.body.includes(value), `${name} in the settings`).toBe(false)
}

function recordProcesses(): void {
  for (const { pid } of [...descendantsOf(up.process.pid), { pid: up.process.pid }]) {
    for (const file of ['cmdline', 'environ']) {
      try {
        processTexts.add(readFileSync(`/proc/${pid}/${file}`, 'utf8'))
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
}
