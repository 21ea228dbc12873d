import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { expect, it } from 'vitest'
import { agent, snmp } from '../../ingest/testing/observations.ts'
import { createConnectionUpdates } from '../../network-map/connections/update-connections.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { pc } from '../testing/merge.ts'
import { ruleApp } from '../testing/rules.ts'

const lost = { name: 'Lost', query: 'assetTag = lost', severity: 'error' }

describeOnEitherEngine('findings of a query', ({ open }) => {
  const setUp = async () => {
    const test = await ruleApp(await open())
    const rule = await test.createRule(lost)
    const lose = (id: string, assetTag: string | null = 'lost') => test.edit(id, { assetTag })
    return { ...test, rule, lose }
  }

  it('open when a device matches, and resolve by themselves when it no longer does', async () => {
    const { rule, lose, evaluate, list, only, survivorId, rules } = await setUp()
    await evaluate()
    expect(await list()).toEqual([])
    await lose(survivorId)
    await evaluate()
    const opened = await only()
    expect(opened).toMatchObject({
      ruleId: rule.id,
      ruleName: 'Lost',
      severity: 'error',
      device: { id: survivorId, name: 'pc1', type: 'computer' },
      item: null,
      state: 'open',
      resolvedAt: null,
    })
    await evaluate()
    expect(await only()).toEqual(opened)
    expect((await rules())[0]).toMatchObject({ open: 1, acknowledged: 0, omitted: 0, problem: null })
    await lose(survivorId, null)
    await evaluate()
    expect(await list()).toEqual([])
    expect(await only('?state=resolved')).toMatchObject({ id: opened.id, state: 'resolved' })
    await lose(survivorId)
    await evaluate()
    const again = await only()
    expect(again).toMatchObject({ id: opened.id, state: 'open', resolvedAt: null })
    expect(again.openedAt > opened.openedAt).toBe(true)
  })

  it('are a field of queries and columns until they are resolved, but not of rules', async () => {
    const { lose, evaluate, change, only, survivorId, otherId, call, post } = await setUp()
    const found = async (query: string) => {
      const answer = await call('GET', `/api/v1/devices?columns=finding&query=${encodeURIComponent(query)}`)
      const { items } = (await answer.json()) as List<DeviceListItem>
      return items.map(({ id, fields }) => [id, fields])
    }
    await lose(survivorId)
    await evaluate()
    expect(await found('finding = lost')).toEqual([[survivorId, { finding: ['Lost'] }]])
    expect(await found('finding ~ os and type = computer')).toEqual([[survivorId, { finding: ['Lost'] }]])
    expect(await found('lacks finding')).toEqual([[otherId, {}]])
    expect(await found('finding = other')).toEqual([])
    await change('acknowledge', { ids: [(await only()).id] })
    expect(await found('has finding')).toHaveLength(1)
    await lose(survivorId, null)
    await evaluate()
    expect(await found('has finding')).toEqual([])
    const circle = await post('/api/v1/rules', { name: 'Circle', query: 'type = computer and not finding = circle' })
    expect([circle.status, await circle.json()]).toMatchObject([400, { errors: [{ path: '/query' }] }])
  })

  it('are listed by state, rule, device and severity, in pages', async () => {
    const { rule, lose, evaluate, list, survivorId, otherId, createRule, get } = await setUp()
    const info = await createRule({ name: 'Lost, too', query: 'assetTag = lost', severity: 'info' })
    await lose(survivorId)
    await lose(otherId)
    await evaluate()
    expect(await list()).toHaveLength(4)
    expect(await list(`?ruleId=${rule.id}`)).toHaveLength(2)
    expect((await list('?severity=info')).map(({ ruleId }) => ruleId)).toEqual([info.id, info.id])
    expect(await list(`?deviceId=${otherId}&severity=error`)).toHaveLength(1)
    expect(await list('?state=acknowledged,resolved')).toEqual([])
    const all = await list()
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => list(`?limit=1&offset=${offset}`)))
    expect(pages.flat()).toEqual(all)
    expect(await get('/api/v1/findings?limit=1')).toMatchObject({ total: 4 })
  })

  it('stay acknowledged with a note while the device matches, and open anew when it matches again', async () => {
    const { lose, evaluate, change, only, survivorId, summary, list } = await setUp()
    await lose(survivorId)
    await evaluate()
    const { id } = await only()
    expect(await change('acknowledge', { ids: [id], note: 'Ordered' })).toEqual({ changed: 1 })
    await evaluate()
    expect(await only()).toMatchObject({ state: 'acknowledged', note: 'Ordered', changedBy: 'Test app' })
    expect(await summary()).toMatchObject({ open: 0, rules: [{ open: 0, acknowledged: 1 }] })
    expect(await change('reopen', { ids: [id] })).toEqual({ changed: 1 })
    expect(await only()).toMatchObject({ state: 'open', note: null })
    await change('acknowledge', { ids: [id] })
    await lose(survivorId, null)
    await evaluate()
    expect(await list()).toEqual([])
    expect(await change('acknowledge', { ids: [id] })).toEqual({ changed: 0 })
    await lose(survivorId)
    await evaluate()
    expect(await only()).toMatchObject({ state: 'open', note: null, changedBy: null })
  })

  it('are snoozed until a time, and then need attention again', async () => {
    const { lose, evaluate, change, only, survivorId, advance, post, ctx } = await setUp()
    await lose(survivorId)
    await evaluate()
    const { id, raisedAt, openedAt } = await only()
    const now = ctx.clock.now().getTime()
    const in5Minutes = new Date(now + 5 * 60_000).toISOString()
    const past = await post('/api/v1/findings/snooze', { ids: [id], until: new Date(now).toISOString() })
    expect(await past.json()).toMatchObject({ errors: [{ path: '/until' }] })
    await change('snooze', { ids: [id], until: in5Minutes, note: 'Later' })
    await evaluate()
    expect(await only()).toMatchObject({ state: 'snoozed', snoozedUntil: in5Minutes, note: 'Later' })
    advance(300)
    await evaluate()
    const woken = await only()
    expect(woken).toMatchObject({ state: 'open', snoozedUntil: null, openedAt })
    expect(woken.raisedAt > raisedAt).toBe(true)
  })

  it('are changed for a whole rule, and only on the own site', async () => {
    const { rule, lose, evaluate, change, list, survivorId, otherId, post, call } = await setUp()
    await lose(survivorId)
    await lose(otherId)
    await evaluate()
    expect(await change('acknowledge', { ruleId: rule.id })).toEqual({ changed: 2 })
    expect((await list()).map(({ state }) => state)).toEqual(['acknowledged', 'acknowledged'])
    const unknown = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'
    expect((await post('/api/v1/findings/reopen', { ruleId: unknown })).status).toBe(404)
    expect(await change('reopen', { ids: [unknown] })).toEqual({ changed: 0 })
    expect((await post('/api/v1/findings/reopen', { ids: [unknown], ruleId: rule.id })).status).toBe(400)
    expect((await post('/api/v1/findings/reopen', {})).status).toBe(400)
    const json = { ruleId: rule.id }
    expect((await call('POST', '/api/v1/findings/reopen', { json, token: 'reader' })).status).toBe(403)
    expect((await call('GET', '/api/v1/findings', { token: 'reader' })).status).toBe(200)
  })

  it('of a merged record move to the survivor with their state', async () => {
    const { lose, evaluate, change, only, survivorId, otherId, merge, list } = await setUp()
    await lose(otherId)
    await evaluate()
    const { id } = await only()
    await change('acknowledge', { ids: [id], note: 'Ordered' })
    await merge(survivorId, otherId)
    expect(await only()).toMatchObject({ id, device: { id: survivorId }, state: 'acknowledged', note: 'Ordered' })
    expect(await list(`?deviceId=${otherId}`)).toHaveLength(1)
  })

  it('of two records that are merged stay one, that of the survivor', async () => {
    const { lose, evaluate, only, list, survivorId, otherId, merge } = await setUp()
    await lose(survivorId)
    await lose(otherId)
    await evaluate()
    const [own] = await list(`?deviceId=${survivorId}`)
    await merge(survivorId, otherId)
    expect(await only()).toMatchObject({ id: own?.id, device: { id: survivorId } })
  })

  it('resolve at once when their device is archived, and disappear when it is deleted', async () => {
    const { lose, evaluate, list, only, survivorId, otherId, post, call, path } = await setUp()
    await lose(survivorId)
    await lose(otherId)
    await evaluate()
    expect((await post(`${path(survivorId)}/archive`, {})).status).toBe(200)
    expect(await only()).toMatchObject({ device: { id: otherId } })
    expect(await only('?state=resolved')).toMatchObject({ device: { id: survivorId } })
    expect((await call('DELETE', path(otherId))).status).toBe(204)
    expect(await list()).toEqual([])
  })

  it('are counted with their trend, and unread until the caller has read them', async () => {
    const { lose, evaluate, summary, list, survivorId, otherId, call, advance, post } = await setUp()
    await lose(survivorId)
    await evaluate()
    advance(86_400)
    await lose(otherId)
    await evaluate()
    expect(await summary()).toMatchObject({
      open: 2,
      unread: 2,
      rules: [{ name: 'Lost', open: 2, trend: [0, 0, 0, 0, 0, 1, 2] }],
    })
    const [newest] = await list('?unread=true')
    expect((await post('/api/v1/findings/read', { until: newest?.raisedAt })).status).toBe(204)
    expect(await summary()).toMatchObject({ open: 2, unread: 0 })
    expect(await list('?unread=true')).toEqual([])
    expect(await list()).toHaveLength(2)
    await lose(otherId, null)
    await evaluate()
    await lose(otherId)
    await evaluate()
    expect(await list('?unread=true')).toMatchObject([{ device: { id: otherId } }])
    const forAnother = await call('GET', '/api/v1/findings/summary', { token: 'reader' })
    expect(await forAnother.json()).toMatchObject({ open: 2 })
  })

  it('are mailed together, once', async () => {
    const { rule, lose, evaluate, survivorId, otherId, ctx, patchRule } = await setUp()
    await patchRule(rule.id, { notify: { bell: true, mail: true, webhook: false } })
    const mails = () => ctx.store.read((db) => db.select().from(db.tables(notificationTables).notifications))
    await lose(survivorId)
    await lose(otherId)
    await evaluate()
    expect(await mails()).toMatchObject([{ template: 'Finding', subject: 'Lost: 2 new findings' }])
    expect((await mails())[0]?.text?.split('\n').sort()).toEqual(['pc1', 'pc1-new'])
    await evaluate()
    expect(await mails()).toHaveLength(1)
  })
})

describeOnEitherEngine('findings of a change', ({ open }) => {
  const setUp = async (trigger: string, more: object = {}) => {
    const test = await ruleApp(await open())
    const rule = await test.createRule({ name: 'Change', trigger, ...more })
    return { ...test, rule }
  }

  it('open for a new device with its first snapshot, and resolve after some days', async () => {
    const { submit, only, list, evaluate, advance } = await setUp('device-added', { days: 3 })
    expect(await list()).toEqual([])
    const { deviceId } = await submit(agent(60, { hostname: 'new', macAddresses: ['00:1b:21:00:00:77'] }))
    expect(await only()).toMatchObject({ device: { id: deviceId }, detail: 'Entered the inventory' })
    advance(2 * 86_400)
    await evaluate()
    expect(await list()).toHaveLength(1)
    advance(86_400)
    await evaluate()
    expect(await list()).toEqual([])
  })

  it('open only for devices that meet the query of the rule, by what the snapshot itself brings', async () => {
    const { submit, only, rule, patchRule, list } = await setUp('device-added', { query: 'software(name = nginx)' })
    const added = (minutes: number, number: number, name: string) =>
      submit(
        agent(minutes, {
          hostname: `new-${number}`,
          macAddresses: [`00:1b:21:00:01:0${number}`],
          software: [{ name, version: '1.0', publisher: 'Nobody' }],
        }),
      )
    await added(60, 1, 'vim')
    const { deviceId } = await added(61, 2, 'nginx')
    expect(await only()).toMatchObject({ device: { id: deviceId } })
    await patchRule(rule.id, { query: null })
    await added(62, 3, 'vim')
    expect(await list()).toHaveLength(2)
  })

  it('open for every device while the query of the rule cannot be evaluated, and the rule says why', async () => {
    const { submit, only, rules, evaluate, createTag, deleteTag, patchRule, rule } = await setUp('software-added')
    const tagId = await createTag('Servers')
    await patchRule(rule.id, { query: 'tag = Servers' })
    const software = (name: string) => [{ name, version: '1.0', publisher: 'Nobody' }]
    await submit(agent(61, { ...pc, software: software('bash') }))
    await deleteTag(tagId)
    await submit(agent(62, { ...pc, software: [...software('bash'), ...software('telnetd')] }))
    expect(await only()).toMatchObject({ item: 'telnetd' })
    await evaluate()
    expect(await rules()).toMatchObject([{ problem: expect.stringContaining('no tag “Servers”') }])
    await createTag('Servers')
    await evaluate()
    expect(await rules()).toMatchObject([{ problem: null }])
  })

  it('open for a product that a device did not have, not for an upgrade', async () => {
    const { submit, only, list, survivorId } = await setUp('software-added')
    const upgraded = [
      { name: 'bash', version: '5.3', publisher: 'GNU' },
      { name: 'vim', version: '9.1', publisher: 'Vim' },
    ]
    await submit(agent(61, { ...pc, software: upgraded }))
    expect(await list()).toEqual([])
    await submit(agent(62, { ...pc, software: [...upgraded, { name: 'telnetd', version: '0.17', publisher: 'Net' }] }))
    expect(await only()).toMatchObject({
      device: { id: survivorId },
      item: 'telnetd',
      detail: 'telnetd 0.17 was installed',
    })
  })

  it('open for a port that lost its link, and resolve when it is up again', async () => {
    const { submit, only, list, advance } = await setUp('port-down')
    const report = (minutes: number, ports: object[]) =>
      submit(
        snmp(minutes, '10.0.0.254', {
          type: 'network-device',
          hostname: 'core-1',
          macAddresses: ['00:1a:a1:00:00:fe'],
          network: { ipAddress: '10.0.0.254', interfaces: ports as never },
        }),
      )
    const port = (name: string, operStatus: string, adminStatus = 'up') => ({ name, operStatus, adminStatus })
    await report(60, [port('Gi1/0/1', 'up'), port('Gi1/0/2', 'up'), port('Gi1/0/3', 'down')])
    await report(61, [port('Gi1/0/1', 'down'), port('Gi1/0/2', 'down', 'down'), port('Gi1/0/3', 'down')])
    const lostLink = await only()
    expect(lostLink).toMatchObject({ item: 'Gi1/0/1', detail: 'Gi1/0/1 lost its link: down', state: 'open' })
    await report(62, [port('Gi1/0/1', 'up'), port('Gi1/0/2', 'down', 'down'), port('Gi1/0/3', 'down')])
    expect(await list()).toEqual([])
    advance(3_600)
    await report(63, [port('Gi1/0/1', 'down'), port('Gi1/0/2', 'down', 'down'), port('Gi1/0/3', 'down')])
    expect(await only()).toMatchObject({ id: lostLink.id, state: 'open' })
    await report(64, [port('Gi1/0/2', 'down', 'down'), port('Gi1/0/3', 'down')])
    expect(await list()).toEqual([])
  })

  it('open for a device that is connected to another port, not for its first port', async () => {
    const { submit, ctx, list, only, survivorId, advance } = await setUp('device-moved')
    const update = createConnectionUpdates(ctx)
    const forward = async (minutes: number, port: string) => {
      await submit(
        snmp(minutes, '10.0.0.254', {
          type: 'network-device',
          name: 'core-1',
          macAddresses: ['00:1a:a1:00:00:fe'],
          network: {
            ipAddress: '10.0.0.254',
            interfaces: ['Gi1/0/1', 'Gi1/0/2'].map((name) => ({ name, operStatus: 'up' as const })),
            neighbors: [{ port, protocol: 'forwarding', macAddress: '00:1b:21:3c:9d:f8', vlan: 10 }],
          },
        }),
      )
      advance(60)
      await update()
    }
    await forward(60, 'Gi1/0/1')
    await forward(61, 'Gi1/0/1')
    expect(await list()).toEqual([])
    await forward(62, 'Gi1/0/2')
    expect(await only()).toMatchObject({
      device: { id: survivorId },
      detail: 'Moved from core-1 Gi1/0/1 to core-1 Gi1/0/2',
    })
  })

  it('need attention again when the change happens again', async () => {
    const { submit, only, change, list, advance } = await setUp('software-added')
    const telnet = { name: 'telnetd', version: '0.17', publisher: 'Net' }
    const base = pc.software ?? []
    await submit(agent(61, { ...pc, software: [...base, telnet] }))
    await change('acknowledge', { ids: [(await only()).id] })
    advance(3_600)
    await submit(agent(62, pc))
    expect(await list('?state=acknowledged')).toHaveLength(1)
    await submit(agent(63, { ...pc, software: [...base, telnet] }))
    expect(await only()).toMatchObject({ state: 'open', changedBy: null })
  })
})

describeOnEitherEngine('the rules that a site starts with', ({ open }) => {
  it('find what they are about on devices that were read, and nothing on others', async () => {
    const { submit, addDefaultRules, evaluate, list, survivorId } = await ruleApp(await open())
    await addDefaultRules()
    const printer = snmp(60, '10.0.0.9', {
      type: 'printer',
      hostname: 'printer-1',
      macAddresses: ['00:1a:a1:00:00:09'],
      hardware: {
        printer: {
          supplies: [
            { name: 'Black', class: 'consumed', max: 100, level: 4 },
            { name: 'Cyan', class: 'consumed', max: 100, level: 80 },
          ],
        },
      } as never,
      network: {
        ipAddress: '10.0.0.9',
        services: [
          {
            port: 443,
            protocol: 'tcp',
            certificate: { subject: 'printer-1', issuer: 'CA', names: [], validTo: '2026-12-01T00:00:00.000Z' },
          },
        ],
      } as never,
    })
    const { deviceId } = await submit(printer)
    const disks = [{ name: 'sda', health: { status: 'failing' } }]
    const volumes = [{ mount: '/', sizeBytes: 1_000_000_000, freeBytes: 20_000_000 }]
    await submit(agent(61, { ...pc, hardware: { disks, volumes } as never }))
    await evaluate()
    const namesOf = async (id: string) => (await list(`?deviceId=${id}`)).map(({ ruleName }) => ruleName).sort()
    expect(await namesOf(deviceId)).toEqual(['Certificate ends within 30 days', 'New device', 'Supply under 10 %'])
    expect(await namesOf(survivorId)).toEqual(['Disk is failing', 'Volume under 10 % free'])
  })
})
