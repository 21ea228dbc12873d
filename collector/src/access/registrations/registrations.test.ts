import { createAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { chooseSite } from '../../lib/authorise.ts'
import { authTables } from '../../store/schema/access.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, testContext, timeOf } from '../../testing/context.ts'
import { ensureAdministrator } from '../users/ensure-administrator.ts'
import { firstPasswordShown } from '../users/first-password.ts'
import { authenticateToken, deleteExpiredTokens } from './authenticate.ts'
import { createRegistration } from './create-registration.ts'
import { deleteRegistration } from './delete-registration.ts'
import { issueToken } from './issue-token.ts'
import { listRegistrations } from './list-registrations.ts'

const input = (fields: object = {}) => createAppRegistrationSchema.parse({ name: 'CMDB', ...fields })

describeOnBothEngines('App registrations', ({ open }) => {
  it('issue a token for an hour and show the secret only once', async () => {
    const { ctx, advance } = await testContext(await open())
    const made = await createRegistration(ctx, input({ capabilities: ['StartAuditsOrScans'] }))
    expect(made.clientId).toMatch(/^[a-z2-9]{20}$/)
    const { accessToken, expiresIn } = await issueToken(ctx, made)
    expect(expiresIn).toBe(3600)
    expect(await authenticateToken(ctx, accessToken)).toEqual({
      kind: 'app',
      id: made.id,
      name: 'CMDB',
      capabilities: ['StartAuditsOrScans'],
      siteIds: [ctx.siteId],
    })
    const list = await listRegistrations(ctx, { limit: 50, offset: 0 })
    expect(JSON.stringify(list)).not.toContain(made.clientSecret)
    expect(list).toMatchObject({ total: 1, items: [{ clientId: made.clientId, siteIds: [ctx.siteId] }] })
    advance(3600)
    expect(await authenticateToken(ctx, accessToken)).toBeUndefined()
    await deleteExpiredTokens(ctx, timeOf(ctx))
    expect(await ctx.store.read((db) => db.$count(db.tables(authTables).accessTokens))).toBe(1)
    advance(1)
    await deleteExpiredTokens(ctx, timeOf(ctx))
    expect(await ctx.store.read((db) => db.$count(db.tables(authTables).accessTokens))).toBe(0)
  })

  it('are logged in the change log of each of their sites', async () => {
    const { ctx } = await testContext(await open())
    const second = newId()
    const both = { ...ctx, actor: { ...ctx.actor, siteIds: [ctx.siteId, second] } }
    const made = await createRegistration(both, input({ siteIds: [ctx.siteId, second] }))
    const changes = await changesOf(ctx)
    const line = { verb: 'Added', entity: 'App registration', entityId: made.id, to: 'CMDB', actor: 'Test app' }
    expect(changes).toMatchObject([
      { ...line, siteId: ctx.siteId },
      { ...line, siteId: second },
    ])
    expect(JSON.stringify(changes)).not.toContain(made.clientSecret)
  })

  it('end their tokens at once when disabled or expired, and issue no new ones', async () => {
    const { ctx, advance } = await testContext(await open())
    const expiring = await createRegistration(ctx, input({ expiresAt: '2026-11-20T08:10:00Z' }))
    const disabled = await createRegistration(ctx, input({ name: 'other' }))
    const tokens = [await issueToken(ctx, expiring), await issueToken(ctx, disabled)]
    await ctx.store.write(async (tx) => {
      const { appRegistrations } = tx.tables(authTables)
      await tx.update(appRegistrations).set({ enabled: false }).where(eq(appRegistrations.id, disabled.id))
    })
    advance(600)
    for (const { accessToken } of tokens) expect(await authenticateToken(ctx, accessToken)).toBeUndefined()
    for (const each of [expiring, disabled]) {
      await expect(issueToken(ctx, each)).rejects.toMatchObject({ code: 'invalid_client' })
    }
  })

  it('answer a wrong secret and an unknown id alike', async () => {
    const { ctx } = await testContext(await open())
    const made = await createRegistration(ctx, input())
    const attempts = [
      { clientId: made.clientId, clientSecret: `${made.clientSecret}x` },
      { clientId: 'nobodynobodynobodyno', clientSecret: made.clientSecret },
    ]
    const errors = await Promise.all(
      attempts.map((each) => issueToken(ctx, each).catch((error: Error) => error.message)),
    )
    expect(new Set(errors).size).toBe(1)
    expect(errors[0]).toMatch(/wrong/)
  })

  it('issue no token if deleted meanwhile', async () => {
    const { ctx } = await testContext(await open())
    const made = await createRegistration(ctx, input())
    const write = ctx.store.write.bind(ctx.store)
    vi.spyOn(ctx.store, 'write').mockImplementationOnce(async (work) => {
      await deleteRegistration(ctx, made.id)
      return write(work)
    })
    await expect(issueToken(ctx, made)).rejects.toMatchObject({ code: 'invalid_client' })
  })

  it('are created only by an Administrator, for their own sites, with a future date', async () => {
    const { ctx, reader } = await testContext(await open())
    await expect(createRegistration(reader, input())).rejects.toMatchObject({ code: 'insufficient_privilege' })
    const past = createRegistration(ctx, input({ expiresAt: '2026-11-20T07:59:00Z' }))
    await expect(past).rejects.toMatchObject({ fields: [{ path: '/expiresAt' }] })
    const stranger = createRegistration(ctx, input({ siteIds: [ctx.siteId, '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'] }))
    await expect(stranger).rejects.toMatchObject({ fields: [{ path: '/siteIds/1' }] })
  })
})

describeOnBothEngines('the administrator', ({ open }) => {
  it('is created once, and its password is returned until it was shown', async () => {
    const { ctx } = await testContext(await open())
    const first = await ensureAdministrator(ctx, ctx.siteId)
    expect(first).toMatchObject({ username: 'admin', password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) })
    expect(await ensureAdministrator(ctx, ctx.siteId)).toEqual(first)
    await firstPasswordShown(ctx)
    expect(await ensureAdministrator(ctx, ctx.siteId)).toEqual({ username: 'admin' })
  })
})

it("uses the caller's first site for a call unless X-Site-Id names another of the caller's sites", () => {
  const actor = { kind: 'app' as const, id: 'a', name: 'a', capabilities: [], siteIds: ['site-1', 'site-2'] }
  expect(chooseSite(actor, undefined)).toBe('site-1')
  expect(chooseSite(actor, 'SITE-2')).toBe('site-2')
  expect(() => chooseSite(actor, 'site-3')).toThrow(/no access to that site/)
  expect(() => chooseSite({ ...actor, siteIds: [] }, undefined)).toThrow(/no site/)
})
