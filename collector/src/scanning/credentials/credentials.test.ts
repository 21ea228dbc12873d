import { createCredentialSchema } from '@rollcall/shared/api/credential.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { credentialTables } from '../../store/schema/scanning.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, testContext } from '../../testing/context.ts'
import { createCredential } from './create-credential.ts'
import { listCredentials, openCredentials, sealContext } from './list-credentials.ts'

const pem = '-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0\n-----END OPENSSH PRIVATE KEY-----\n'
const inputs = [
  { kind: 'snmp-community', version: 'v2c', community: 'secret' },
  {
    kind: 'snmp-v3',
    user: 'auditor',
    securityLevel: 'authNoPriv',
    authProtocol: 'SHA-256',
    authPassword: 'secretsecret',
  },
  { kind: 'ssh-password', username: 'root', password: 'secret' },
  { kind: 'ssh-key', username: 'root', privateKey: pem, passphrase: 'secret' },
  { kind: 'ldap', username: 'cn=reader,dc=example,dc=org', password: 'secret' },
  { kind: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' },
  { kind: 'azure', tenantId: 'example.org', clientId: 'a-client', clientSecret: 'secret' },
  { kind: 'google-cloud', serviceAccountKey: '{"type":"service_account","private_key":"secret"}' },
].map((fields) => createCredentialSchema.parse({ name: `the ${fields.kind}`, ...fields }))

describeOnBothEngines('credentials', ({ open }) => {
  it('of every kind are sealed, listed without their secrets, and complete in a task', async () => {
    const { ctx } = await testContext(await open())
    const made = []
    for (const input of inputs) made.push(await createCredential(ctx, input))
    expect(made.map(({ kind }) => kind)).toEqual(inputs.map(({ kind }) => kind))
    const list = await listCredentials(ctx, { limit: 50, offset: 0 })
    expect(list).toMatchObject({ total: inputs.length })
    expect(JSON.stringify([made, list])).not.toContain('secret')
    const changes = await changesOf(ctx)
    const lines = made.map(({ id, name, kind }) => ({ entity: 'Credential', entityId: id, to: `${name} (${kind})` }))
    expect(changes).toMatchObject(lines)
    expect(JSON.stringify(changes)).not.toContain('secret')
    const rows = await ctx.store.read((db) => db.select().from(db.tables(credentialTables).credentials))
    for (const row of rows) {
      expect(Buffer.from(row.sealed).toString('latin1'), row.kind).not.toContain('secret')
      const { name: _, ...credential } = inputs.find(({ kind }) => kind === row.kind) ?? {}
      expect(JSON.parse(ctx.vault.openText(row.sealed, sealContext(row.id))), row.kind).toEqual(credential)
    }
    const { credentials: opened, unreadable } = await openCredentials(
      ctx,
      made.map(({ id }) => id),
    )
    expect(opened.map(({ id, ...rest }, at) => ({ name: inputs[at]?.name, ...rest }))).toEqual(inputs)
    expect(opened.map(({ id }) => id)).toEqual(made.map(({ id }) => id))
    expect(unreadable).toEqual([])
  })

  it('that cannot be decrypted are named to the Audit Service, and the others serve', async () => {
    const { ctx } = await testContext(await open())
    const names = ['lost', 'good'] as const
    const [lost, good] = await Promise.all(
      names.map((name) => createCredential(ctx, { name, kind: 'snmp-community', version: 'v2c', community: name })),
    )
    const { credentials } = ctx.store.tables(credentialTables)
    const sealed = ctx.vault.seal('{}', 'of another row')
    await ctx.store.write((tx) =>
      tx
        .update(credentials)
        .set({ sealed })
        .where(eq(credentials.id, lost?.id ?? '')),
    )
    expect(await openCredentials(ctx, [lost?.id ?? '', good?.id ?? ''])).toEqual({
      credentials: [{ id: good?.id, kind: 'snmp-community', version: 'v2c', community: 'good' }],
      unreadable: [{ id: lost?.id, kind: 'snmp-community' }],
    })
  })
})

describe('a credential', () => {
  const faults = (fields: object) => {
    const result = createCredentialSchema.safeParse({ name: 'c', ...fields })
    return result.error?.issues.map(({ path, code }) => path.join('/') || code)
  }
  it.each([
    ['has a known kind', { kind: 'telnet' }, ['kind']],
    ['has all its fields', { kind: 'ssh-password', username: 'root' }, ['password']],
    [
      'has no others',
      { kind: 'aws', accessKeyId: 'A'.repeat(20), secretAccessKey: 's', region: 'eu' },
      ['unrecognized_keys'],
    ],
    ['has no empty secret', { kind: 'ldap', username: 'u', password: '' }, ['password']],
    ['has a bounded secret', { kind: 'ldap', username: 'u', password: 'x'.repeat(1025) }, ['password']],
    ['has an account of one line', { kind: 'ssh-password', username: 'a\nb', password: 'x' }, ['username']],
    ['has a key that is one', { kind: 'ssh-key', username: 'u', privateKey: 'ssh-ed25519 AAAA' }, ['privateKey']],
    ['has a key file that is JSON', { kind: 'google-cloud', serviceAccountKey: '[1]' }, ['serviceAccountKey']],
  ])('%s', (_, fields, expected) => {
    expect(faults(fields)).toEqual(expected)
  })
})
