import { createJoinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { createAgentCache } from '../../enrollment/agents/agent-cache.ts'
import { deleteAgent } from '../../enrollment/agents/delete-agent.ts'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import { recordAgents, rejectInvalidAgents } from '../../enrollment/agents/record-agent.ts'
import { createJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { deleteExpiredJoinTokens } from '../../enrollment/join-tokens/delete-join-token.ts'
import { listAlerts } from '../../operations/list-alerts.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, testContext, timeOf } from '../../testing/context.ts'
import { joinAuditService } from './join-audit-service.ts'
import { listAuditServices } from './read-audit-services.ts'
import { recordHeartbeat } from './record-heartbeat.ts'

const forAgent = { for: 'agent' as const, uses: 1, ttlSeconds: 3600 }
const machine = { hostname: 'pc-1', version: '0.1.0' }
const keys = { userPublicKey: `U${'A'.repeat(55)}`, curvePublicKey: `X${'A'.repeat(55)}` }

describeOnBothEngines('join tokens', ({ open }) => {
  it('admit as many as they have uses, also concurrently', async () => {
    const { ctx } = await testContext(await open())
    const { secret } = await createJoinToken(ctx, { ...forAgent, uses: 3 })
    const joins = await Promise.allSettled(Array.from({ length: 8 }, () => joinAgent(ctx, { secret, ...machine })))
    expect(joins.filter((each) => each.status === 'fulfilled')).toHaveLength(3)
    for (const each of joins)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'join_refused' })
  })

  it('expire, admit only their own kind, and are refused with the command for a new one', async () => {
    const { ctx, advance } = await testContext(await open())
    const { secret, expiresAt } = await createJoinToken(ctx, forAgent)
    expect(expiresAt).toBe('2026-11-20T09:00:00.000Z')
    const refusal = (kind: string) => ({
      code: 'join_refused',
      message: expect.stringMatching(`"rollcall join-token create --for ${kind}"`),
    })
    const other = joinAuditService(ctx, { secret, ...machine, ...keys })
    await expect(other).rejects.toMatchObject(refusal('audit-service'))
    advance(3600)
    await expect(joinAgent(ctx, { secret, ...machine })).rejects.toMatchObject(refusal('agent'))
  })

  it('are deleted after they expire', async () => {
    const { ctx, advance } = await testContext(await open())
    await createJoinToken(ctx, forAgent)
    const { secret } = await createJoinToken(ctx, { ...forAgent, ttlSeconds: 7200 })
    const left = () => ctx.store.read((db) => db.$count(db.tables(enrollmentTables).joinTokens))
    advance(3600)
    await deleteExpiredJoinTokens(ctx, timeOf(ctx))
    expect(await left()).toBe(2)
    advance(1)
    await deleteExpiredJoinTokens(ctx, timeOf(ctx))
    expect(await left()).toBe(1)
    expect((await joinAgent(ctx, { secret, ...machine })).siteId).toBe(ctx.siteId)
  })

  it('accept any tag name', () => {
    const tag = (name: string) => createJoinTokenSchema.safeParse({ for: 'agent', tag: name }).data?.tag
    expect([tag(' office '), tag('  '), tag('a\nb'), tag('x'.repeat(201))]).toEqual([
      'office',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('and joins are logged in the name of their creator', async () => {
    const { ctx } = await testContext(await open())
    const agents = await createJoinToken(ctx, { ...forAgent, uses: 2, tag: 'office' })
    const services = await createJoinToken(ctx, { ...forAgent, for: 'audit-service' })
    const { agentId } = await joinAgent(ctx, { secret: agents.secret, ...machine })
    const { auditServiceId } = await joinAuditService(ctx, { secret: services.secret, ...machine, ...keys, name: 'HQ' })
    await expect(joinAgent(ctx, { secret: services.secret, ...machine })).rejects.toThrow()
    const changes = await changesOf(ctx)
    const line = { verb: 'Added', actor: 'Test app', siteId: ctx.siteId, timestamp: '2026-11-20T08:00:00.000Z' }
    expect(changes).toMatchObject([
      { ...line, entity: 'Join token', to: 'for agent, uses: 2, until 2026-11-20T09:00:00.000Z, tag office' },
      { ...line, entity: 'Join token', to: 'for audit-service, uses: 1, until 2026-11-20T09:00:00.000Z' },
      { ...line, entity: 'Agent', entityId: agentId, to: 'pc-1' },
      { ...line, entity: 'Audit Service', entityId: auditServiceId, to: 'HQ' },
    ])
    const log = JSON.stringify(changes)
    for (const secret of [agents.secret, services.secret]) expect(log).not.toContain(secret)
  })

  it('require an Administrator', async () => {
    const { reader } = await testContext(await open())
    await expect(createJoinToken(reader, forAgent)).rejects.toMatchObject({ code: 'insufficient_privilege' })
  })

  it('give an agent its own bearer token and the tag of the join token', async () => {
    const { ctx } = await testContext(await open())
    const { secret } = await createJoinToken(ctx, { ...forAgent, tag: 'office' })
    const { agentId, siteId, token } = await joinAgent(ctx, { secret, ...machine })
    expect(siteId).toBe(ctx.siteId)
    const agents = createAgentCache(ctx)
    const agent = { id: agentId, siteId, hostname: 'pc-1', autoTag: 'office', tokenHash: hashSecret(token) }
    expect(await agents.authenticate(token)).toEqual(agent)
    expect(await agents.authenticate(`${token}x`)).toBeUndefined()
    expect(await agents.authenticate(token)).toEqual(agent)
  })

  it('record concurrent agents with device and version, and reject deleted ones', async () => {
    const { ctx } = await testContext(await open())
    const { secret } = await createJoinToken(ctx, { ...forAgent, uses: 2 })
    const [first, second] = [await joinAgent(ctx, { secret, ...machine }), await joinAgent(ctx, { secret, ...machine })]
    const deliveryOf = (agentId: string, agentVersion?: string) => ({
      siteId: ctx.siteId,
      actor: 'agent',
      agentId,
      ...(agentVersion === undefined ? {} : { agentVersion }),
    })
    const deviceId = newId()
    const stored = { deviceId, snapshotId: newId(), isNew: false }
    const now = '2026-11-20T08:00:01.000Z'
    await ctx.store.write((tx) =>
      recordAgents(
        tx,
        [
          { delivery: deliveryOf(first.agentId, '9.9.9'), outcome: { ...stored, status: 'stored' } },
          { delivery: deliveryOf(first.agentId), outcome: { ...stored, status: 'duplicate' } },
          { delivery: deliveryOf(second.agentId), outcome: { ...stored, status: 'duplicate' } },
          { delivery: deliveryOf(newId(), '1.0.0'), outcome: { ...stored, status: 'stored' } },
        ],
        now,
      ),
    )
    const rows = await ctx.store.read((db) => db.select().from(db.tables(enrollmentTables).agents))
    const recorded = rows.map(({ id, version, deviceId, lastSeen }) => [id, version, deviceId, lastSeen])
    expect(recorded.sort()).toEqual(
      [
        [first.agentId, '9.9.9', deviceId, now],
        [second.agentId, machine.version, null, now],
      ].sort(),
    )
    await deleteAgent(ctx, second.agentId)
    const existing = { ...deliveryOf(first.agentId), agentTokenHash: hashSecret(first.token) }
    const removed = { ...deliveryOf(second.agentId), agentTokenHash: hashSecret(second.token) }
    const former = { ...existing, agentTokenHash: hashSecret('former') }
    const refused = await ctx.store.write((tx) => rejectInvalidAgents(tx, [existing, removed, former]))
    expect([...refused].map(([delivery, { code }]) => [delivery, code])).toEqual([
      [removed, 'invalid_token'],
      [former, 'invalid_token'],
    ])
  })
})

describeOnBothEngines('an Audit Service', ({ open }) => {
  it('is Pending until its first heartbeat, then Active, Inactive when silent, Outdated with another version', async () => {
    const { ctx, advance } = await testContext(await open())
    const { secret } = await createJoinToken(ctx, { ...forAgent, for: 'audit-service' })
    const { auditServiceId, name } = await joinAuditService(ctx, { secret, ...machine, ...keys })
    expect(name).toBe('pc-1')
    const status = async () => (await listAuditServices(ctx, { limit: 50, offset: 0 })).items[0]?.status
    expect(await status()).toBe('Pending')
    const beat = { ...machine, capabilities: [{ name: 'ping', available: true }], runningTasks: [], spoolBytes: 0 }
    await recordHeartbeat(ctx, auditServiceId, beat)
    expect(await status()).toBe('Active')
    advance(31)
    expect(await status()).toBe('Inactive')
    await recordHeartbeat(ctx, auditServiceId, { ...beat, version: '0.0.9' })
    expect(await status()).toBe('Outdated')
    await recordHeartbeat(ctx, newId(), beat)
    expect((await listAuditServices(ctx, { limit: 50, offset: 0 })).total).toBe(1)
  })

  it('raises an alert while two processes use its identity, and none when one follows the other', async () => {
    const { ctx, advance } = await testContext(await open())
    const { secret } = await createJoinToken(ctx, { ...forAgent, for: 'audit-service' })
    const { auditServiceId } = await joinAuditService(ctx, { secret, name: 'Hamburg', ...machine, ...keys })
    const beat = { ...machine, capabilities: [], runningTasks: [], spoolBytes: 0 }
    const [first, second, third] = [newId(), newId(), newId()]
    const alertsAfter = async (...beats: [instanceId: string | undefined, hostname: string][]) => {
      for (const [instanceId, hostname] of beats) {
        advance(5)
        await recordHeartbeat(ctx, auditServiceId, { ...beat, hostname, ...(instanceId ? { instanceId } : {}) })
      }
      return (await listAlerts(ctx, { limit: 50, offset: 0 })).items
    }
    expect(await alertsAfter([undefined, 'old'], [first, 'a'], [first, 'a'], [second, 'a'], [second, 'a'])).toEqual([])
    expect(await alertsAfter([third, 'b'])).toEqual([])
    const [alert, ...others] = await alertsAfter([second, 'a'])
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      id: `auditService.shared:${auditServiceId}`,
      severity: 'error',
      title: 'Audit Service "Hamburg" runs in several processes',
      since: timeOf(ctx),
    })
    expect(alert?.detail).toContain('"a" and "b"')
    // The alert stays, with its original time, while processes alternate and until one of them has been silent for a
    // while.
    expect(await alertsAfter([third, 'b'], [second, 'a'], [second, 'a'])).toMatchObject([{ since: alert?.since }])
    advance(60)
    expect(await alertsAfter([second, 'a'])).toHaveLength(1)
    advance(30)
    expect(await alertsAfter([second, 'a'])).toEqual([])
  })
})
