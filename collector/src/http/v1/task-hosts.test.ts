import type { List } from '@rollcall/shared/api/common.ts'
import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { hostAuditOf, untried } from '@rollcall/shared/messages/host-audit.ts'
import { expect, it } from 'vitest'
import { deleteDevice } from '../../devices/edit/delete-device.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { storeSightings } from '../../ingest/testing/store-sightings.ts'
import { createCredential } from '../../scanning/credentials/create-credential.ts'
import { createIgnoreEntry } from '../../scanning/ignore-list/create-entry.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { recordFinished, recordStarted } from '../../scanning/tasks/record-progress.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

describeOnEitherEngine('/api/v1/tasks/{id}/hosts', ({ open }) => {
  it('lists the hosts that answered in order, each once', async () => {
    const { ctx, call, addAuditService, advance } = await testApp(await open())
    const serviceId = await addAuditService()
    const given = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses: ['10.0.0.0/24'] }
    const segment = await createSegment(ctx, createSegmentSchema.parse(given))
    const { taskId } = await requestScan(ctx, segment.id, { audit: false })
    await createIgnoreEntry(ctx, { kind: 'ip', pattern: '10.0.0.3', reason: null })
    const ingest = createIngest(ctx)
    const see = async (...addresses: string[]) => {
      const at = ctx.clock.now().toISOString()
      const hosts = addresses.map((address) => ({ id: newId(), observedAt: at, address }))
      await storeSightings(ctx, { taskId, serviceId, sightings: hosts, ingest })
    }
    const list = async (query = '') => {
      const answer = await call('GET', `/api/v1/tasks/${taskId}/hosts${query}`, { token: 'reader' })
      expect(answer.status).toBe(200)
      return (await answer.json()) as List<TaskHost>
    }
    const shown = (reason: string) => ({ state: 'notAudited', reason, text: expect.any(String), attempts: [] })
    const named = (address: string) => ({ id: expect.any(String), name: address, type: 'unknown' })
    const host = (address: string, second: number, outcome = 'new') => ({
      address,
      outcome,
      at: `2026-11-20T08:00:0${second}.000Z`,
      audit: outcome === 'ignored' ? shown('ignored') : shown('not-reported'),
      device: outcome === 'ignored' ? null : named(address),
    })

    expect(await list()).toEqual({ items: [], total: 0 })
    await see('10.0.0.9', '10.0.0.3')
    advance(1)
    await see('10.0.0.9', '10.0.0.1')
    const all = [host('10.0.0.3', 0, 'ignored'), host('10.0.0.9', 0), host('10.0.0.1', 1)]
    expect(await list()).toEqual({ items: all, total: 3 })
    expect(await list('?limit=1&offset=1')).toEqual({ items: [all[1]], total: 3 })
    expect(await list('?since=2026-11-20T08:00:01Z')).toEqual({ items: [all[2]], total: 1 })

    const again = await requestScan(
      ctx,
      (await createSegment(ctx, createSegmentSchema.parse({ ...given, name: 'Hall' }))).id,
      { audit: false },
    )
    const { items } = await list()
    await deleteDevice(ctx, items[1]?.device?.id ?? '')
    expect((await list()).items[1]).toEqual({ ...all[1], device: null })
    const others = await call('GET', `/api/v1/tasks/${again.taskId}/hosts`)
    expect(await others.json()).toEqual({ items: [], total: 0 })
  })

  it('says of each host what was tried and what came back, and counts each once', async () => {
    const { ctx, call, addAuditService } = await testApp(await open())
    const serviceId = await addAuditService()
    const credential = await createCredential(ctx, {
      ...{ name: 'auditor-256', kind: 'snmp-v3', user: 'auditor', securityLevel: 'authNoPriv' },
      ...{ authProtocol: 'SHA-256', authPassword: 'wrong-passphrase' },
    })
    const given = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses: ['10.0.0.0/24'] }
    const segment = await createSegment(ctx, createSegmentSchema.parse(given))
    const { taskId } = await requestScan(ctx, segment.id, { audit: false })
    const at = ctx.clock.now().toISOString()
    const worker = { taskId, attempt: 1, serviceId }
    await recordStarted(ctx, worker, at, 256)
    const wrong = {
      ...({ protocol: 'snmp-v3', port: 161, credentialId: credential.id, user: 'auditor' } as const),
      reason: 'wrong-authentication',
    } as const
    const refused = { protocol: 'ssh', port: 22, user: 'root', reason: 'login-refused', used: 2, limit: 3 } as const
    const sent = [
      hostAuditOf([{ protocol: 'tcp', reason: 'no-open-port', ports: [22, 161, 443] }], false),
      hostAuditOf([refused, wrong], false),
      hostAuditOf([{ protocol: 'ssh', port: 22, reason: 'host-key-changed', since: '2026-05-03T07:00:00Z' }], false),
      hostAuditOf([{ ...wrong, reason: 'stopped-answering' }], false),
      // A code of a later release, a text out of its bounds, and a service of an earlier release.
      { reason: 'from-the-future', attempts: [] },
      { reason: 'no-answer', attempts: [{ ...refused, detail: 'x'.repeat(10_000), user: '\u001b[31mroot\n' }] },
      undefined,
      // Not true of a host that was only found.
      untried('read'),
    ]
    const hosts = sent.map((audit, index) => ({ id: newId(), observedAt: at, address: `10.0.0.${index + 1}`, audit }))
    await storeSightings(ctx, { taskId, serviceId, sightings: hosts })
    const read = async <T>(path: string) => (await (await call('GET', path)).json()) as T
    const list = async (query: string) => {
      const { items } = await read<List<TaskHost>>(`/api/v1/tasks/${taskId}/hosts?${query}`)
      return items.map(({ address, audit }) => [address, audit.state, audit.text])
    }

    const key = ['10.0.0.3', 'notAudited', 'SSH: host key changed since 3 May 2026, no credential was sent']
    const byPassphrase = [
      '10.0.0.2',
      'notAudited',
      'SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol',
    ]
    const stopped = [
      '10.0.0.4',
      'failed',
      'SNMPv3 auditor-256: the login works, but the host stopped answering while it was read',
    ]
    expect(await list('state=failed')).toEqual([stopped])
    expect(await list('reason=no-open-port')).toEqual([['10.0.0.1', 'notAudited', 'no open port among 22, 161, 443']])
    const sorted = await list('sort=reason')
    expect(sorted.slice(0, 1)).toEqual([key])
    expect(sorted.at(-1)).toEqual(byPassphrase)
    expect((await list('sort=-reason'))[0]).toEqual(byPassphrase)
    const { items } = await read<List<TaskHost>>(`/api/v1/tasks/${taskId}/hosts`)
    expect(items[1]?.audit.attempts.map(({ text }) => text)).toEqual([
      'SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol',
      'SSH user root: login refused, 2 of 3 attempts used today',
    ])
    expect(items.slice(4).map(({ audit }) => audit.reason)).toEqual([
      ...['not-reported', 'no-answer', 'not-reported', 'not-reported'],
    ])
    expect(items[5]?.audit.attempts[0]).toMatchObject({ user: '[31mroot' })

    const counts = { addressesTotal: 256, addressesDone: 256, hostsFound: 9, audited: 0, notAudited: 9, failed: 0 }
    const outcome = { status: 'Success' } as const
    const end = { version: 1, id: newId(), taskId, attempt: 1, at, kind: 'finished', outcome } as const
    await recordFinished(ctx, worker, { ...end, progress: { attempt: 1, ...counts } })
    const { progress } = await read<TaskRecord>(`/api/v1/tasks/${taskId}`)
    expect(progress).toMatchObject({ hostsFound: 9, audited: 0, notAudited: 8, failed: 1 })
    expect(progress.reasons).toContainEqual({
      state: 'notAudited',
      reason: 'no-result',
      text: expect.any(String),
      hosts: 1,
    })
    expect(progress.reasons.reduce((sum, { hosts }) => sum + hosts, 0)).toBe(9)
  })

  it('is limited to the site', async () => {
    const { call } = await testApp(await open())
    for (const id of [newId(), 'no-id']) expect((await call('GET', `/api/v1/tasks/${id}/hosts`)).status).toBe(404)
    expect((await call('GET', `/api/v1/tasks/${newId()}/hosts?since=yesterday`)).status).toBe(400)
  })
})
