import { createdRegistrationSecretSchema, registrationSecretListSchema } from '@rollcall/shared/api/app-registration.ts'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { expect, it } from 'vitest'
import { deleteExpiredTokens } from '../../access/registrations/authenticate.ts'
import { issueToken } from '../../access/registrations/issue-token.ts'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import type { Kit } from '../../store/kit.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { authTables } from '../../store/schema/access.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, timeOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { newCaller, twoSites } from '../testing/caller.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
const hourMs = 3_600_000
const now = '2026-11-20T08:00:00.000Z'
const inHours = (hours: number) => new Date(Date.parse(now) + hours * hourMs).toISOString()

async function replaced(app: TestApp, path: string, json: object = {}) {
  const answer = await app.call('POST', `${path}/secrets`, { json })
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
  const created = createdRegistrationSecretSchema.parse(await answer.json())
  expect(answer.headers.get('Location')).toBe(`${path}/secrets/${created.id}`)
  return created
}
const secretsOf = async (app: TestApp, path: string) =>
  registrationSecretListSchema.parse(await (await app.call('GET', `${path}/secrets`)).json()).items
const statusWith = async (app: TestApp, token: string) => (await app.call('GET', '/api/v1/devices', { token })).status
const problemOf = async (answer: Response) => {
  const { code, errors } = problemSchema.parse(await answer.json())
  return [answer.status, code, ...(errors ?? []).map(({ path }) => path)]
}

describeOnBothEngines('secrets of an App registration', ({ open, engine, newDatabase }) => {
  it('overlap: the former secret and its tokens work until its end, and the new one goes on', async () => {
    const app = await testApp(await open())
    const { client, token, path } = await newCaller(app)
    const { clientSecret, ...created } = await replaced(app, path, { replacedEndsAt: inHours(0.5) })
    const next = { ...client, clientSecret }
    const { accessToken: nextToken } = await issueToken(app.ctx, next)
    const [latest, former] = await secretsOf(app, path)
    expect(latest).toEqual({ ...created, lastUsedAt: now })
    expect(former).toEqual({ id: expect.any(String), createdAt: now, endsAt: inHours(0.5), lastUsedAt: now })
    expect([await statusWith(app, token), await statusWith(app, nextToken)]).toEqual([200, 200])

    app.advance(1_800)
    // Its own lifetime of an hour is not over.
    expect([await statusWith(app, token), await statusWith(app, nextToken)]).toEqual([401, 200])
    await expect(issueToken(app.ctx, client)).rejects.toMatchObject({ code: 'invalid_client' })
    expect(await secretsOf(app, path)).toMatchObject([{ id: created.id }])
    app.advance(1)
    await deleteExpiredTokens(app.ctx, timeOf(app.ctx))
    const rows = await app.ctx.store.read((db) => db.select().from(db.tables(authTables).appRegistrationSecrets))
    expect(rows.filter(({ endsAt }) => endsAt !== null)).toEqual([])
  })

  it('the former secret is ended now, with its tokens; the latest one is not', async () => {
    const app = await testApp(await open())
    const { client, token, path, registration } = await newCaller(app)
    const [only] = await secretsOf(app, path)
    expect(await problemOf(await app.call('DELETE', `${path}/secrets/${only?.id}`))).toEqual([409, 'latest_secret'])
    const { clientSecret } = await replaced(app, path)
    const [, former] = await secretsOf(app, path)
    expect(former).toMatchObject({ id: only?.id, endsAt: inHours(24) })
    expect((await app.call('DELETE', `${path}/secrets/${former?.id}`)).status).toBe(204)
    expect((await app.call('DELETE', `${path}/secrets/${former?.id}`)).status).toBe(404)
    expect(await statusWith(app, token)).toBe(401)
    await expect(issueToken(app.ctx, client)).rejects.toMatchObject({ code: 'invalid_client' })
    await expect(issueToken(app.ctx, { ...client, clientSecret })).resolves.toMatchObject({ expiresIn: 3600 })
    const log = (await changesOf(app.ctx)).filter(({ field }) => field === 'secret')
    expect(log.map(({ entityId, to }) => [entityId, to])).toEqual([
      [registration.id, `replaced; the former one ends at ${inHours(24)}`],
      [registration.id, 'the former one was ended'],
    ])
  })

  it('a leaked secret is replaced without an overlap', async () => {
    const app = await testApp(await open())
    const { client, token, path } = await newCaller(app)
    await replaced(app, path, { replacedEndsAt: now })
    expect(await statusWith(app, token)).toBe(401)
    await expect(issueToken(app.ctx, client)).rejects.toMatchObject({ code: 'invalid_client' })
    expect(await secretsOf(app, path)).toHaveLength(1)
  })

  it('refuses a third secret, an end too far away, unknown fields, and callers without the right', async () => {
    const app = await testApp(await open())
    const { token, path } = await newCaller(app)
    const post = (json: object, options: object = {}) => app.call('POST', `${path}/secrets`, { json, ...options })
    const tooFar = await post({ replacedEndsAt: inHours(7 * 24 + 1) })
    expect(await problemOf(tooFar)).toEqual([400, 'validation_failed', '/replacedEndsAt'])
    expect((await post({ replacedEndsAt: 'tomorrow' })).status).toBe(400)
    expect((await post({ clientSecret: 'chosen' })).status).toBe(400)
    expect((await post({}, { token })).status).toBe(403)
    await replaced(app, path)
    expect(await problemOf(await post({}))).toEqual([409, 'secret_replaced'])
    expect((await app.call('GET', `${path}/secrets`, { token })).status).toBe(403)
    expect((await app.call('POST', `/api/v1/app-registrations/${'0'.repeat(36)}/secrets`, { json: {} })).status).toBe(
      404,
    )
  })

  it('an Administrator of one of two sites does not change the secret of a registration of both', async () => {
    const app = await testApp(await open())
    const { both, one } = await twoSites(app)
    const answer = await app.call('POST', `${both.path}/secrets`, { json: {}, token: one.token })
    expect(await problemOf(answer)).toEqual([403, 'insufficient_privilege'])
  })

  it('the secret and the tokens of a registration of an earlier release stay valid', async () => {
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.endsWith('_people.sql'))
    const store = await openStore(await newDatabase())
    await store.migrate(migrations.slice(0, at))
    const client = { clientId: 'k7m2xq9fpw4htz3nv8bd', clientSecret: 'a secret of before' }
    await store.write(async (tx) => {
      const { appRegistrations, appRegistrationSites, accessTokens } = tx.tables(formerTables)
      await tx.insert(appRegistrations).values({
        id: 'a',
        clientId: client.clientId,
        secretHash: hashSecret(client.clientSecret),
        name: 'CMDB',
        enabled: true,
        capabilities: [],
        createdAt: '2026-11-01T08:00:00.000Z',
        createdBy: 'admin',
      })
      await tx.insert(appRegistrationSites).values({ registrationId: 'a', siteId: 'site', position: 0 })
      await tx
        .insert(accessTokens)
        .values({ tokenHash: hashSecret('a-token-of-before'), registrationId: 'a', expiresAt: inHours(1) })
    })
    await store.migrate(migrations)
    const app = await testApp(store)
    expect(await statusWith(app, 'a-token-of-before')).toBe(200)
    await expect(issueToken(app.ctx, client)).resolves.toMatchObject({ expiresIn: 3600 })
    await store.close()
  })
})

/** Tables of registrations before they had several secrets. */
const formerTables = (kit: Kit) => ({
  appRegistrations: kit.table('app_registrations', {
    id: kit.text('id').primaryKey(),
    clientId: kit.text('client_id').notNull(),
    secretHash: kit.text('secret_hash').notNull(),
    name: kit.text('name').notNull(),
    enabled: kit.boolean('enabled').notNull(),
    capabilities: kit.json<string[]>('capabilities').notNull(),
    createdAt: kit.time('created_at').notNull(),
    createdBy: kit.text('created_by').notNull(),
  }),
  appRegistrationSites: kit.table('app_registration_sites', {
    registrationId: kit.text('registration_id').notNull(),
    siteId: kit.text('site_id').notNull(),
    position: kit.integer('position').notNull(),
  }),
  accessTokens: kit.table('access_tokens', {
    tokenHash: kit.text('token_hash').primaryKey(),
    registrationId: kit.text('registration_id').notNull(),
    expiresAt: kit.time('expires_at').notNull(),
  }),
})
