import type { List } from '@rollcall/shared/api/common.ts'
import type { SoftwareListItem } from '@rollcall/shared/api/software.ts'
import { expect, it } from 'vitest'
import { recordListener } from '../../activity/events/listeners.ts'
import { agent, snmp } from '../../ingest/testing/observations.ts'
import { reviewSites } from '../../software/compliance/review-sites.ts'
import { eventTables, notificationTables } from '../../store/schema/activity.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { pc } from '../testing/merge.ts'
import { ruleApp } from '../testing/rules.ts'

const gib = 1024 ** 3
const supply = (name: string, level: number) => ({ name, class: 'consumed', max: 100, level })
const certificate = (port: number, validTo: string) => ({
  port,
  protocol: 'tcp',
  certificate: { subject: 'printer-1', issuer: 'CA', names: [], validTo },
})

describeOnEitherEngine('findings of a query on items', ({ open }) => {
  const setUp = async () => {
    const test = await ruleApp(await open())
    let minutes = 60
    return {
      ...test,
      printer: (supplies: object[], services: object[] = []) =>
        test.submit(
          snmp(minutes++, '10.0.0.9', {
            ...{ type: 'printer', hostname: 'printer-1', macAddresses: ['00:1a:a1:00:00:09'] },
            hardware: { printer: { supplies } } as never,
            network: { ipAddress: '10.0.0.9', services } as never,
          }),
        ),
      computer: (seen: object) => test.submit(agent(minutes++, { ...pc, ...seen })),
      /** Each finding of a rule as its item and its words, in their order. */
      words: async (query = '') =>
        (await test.list(query))
          .map(({ item, detail }) => [item, detail])
          .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    }
  }

  it('name each item with its value, one finding an item, and follow the value without opening anew', async () => {
    const { printer, createRule, evaluate, words, list, change } = await setUp()
    await createRule({ name: 'Toner', query: 'type = printer and supply(level < 10%)' })
    await printer([supply('Black', 6), supply('Cyan', 80), supply('Yellow', 2)])
    await evaluate()
    expect(await words()).toEqual([
      ['Black', 'Black: 6 % left'],
      ['Yellow', 'Yellow: 2 % left'],
    ])
    const black = (await list()).find(({ item }) => item === 'Black')
    await change('acknowledge', { ids: [black?.id], note: 'Ordered' })
    await printer([supply('Black', 5), supply('Cyan', 8), supply('Yellow', 100)])
    await evaluate()
    expect(await words()).toEqual([
      ['Black', 'Black: 5 % left'],
      ['Cyan', 'Cyan: 8 % left'],
    ])
    expect(await list('?state=acknowledged')).toMatchObject([
      { id: black?.id, note: 'Ordered', openedAt: black?.openedAt },
    ])
  })

  it.each([
    ['volume(free < 10%)', [['/var', '/var: 4 % free']]],
    ['volume(freeBytes < 50GB and mount = "C:")', [['C:', 'C: 49 GB free']]],
    [
      'disk(health = failing) or disk(health = warning)',
      [
        ['Disk nvme0n1', 'Disk nvme0n1: failing'],
        ['Disk sda', 'Disk sda: warning'],
      ],
    ],
    ['software(name = vim and version < 10)', [['vim', 'vim 9.1 is installed']]],
    ['account(administrator = true)', [['Local account root', 'Local account root: Administrator']]],
    ['port(up = false)', [['eth1', 'eth1: not up']]],
    ['os.version < 12 and has name', [[null, 'OS version: 11']]],
    ['type = computer and name = pc1', [[null, null]]],
    ['type = computer and os.version = 11', [[null, null]]],
    ['os.version = 11 or os.version = 12', [[null, 'OS version: 11']]],
    ['volume(free < 10%) and disk(health = failing)', [[null, '/var: 4 % free; Disk nvme0n1: failing']]],
    ['not volume(free < 1%) and name = pc1', [[null, null]]],
    [
      '(name = pc1 and volume(free < 50%)) or (name = other and disk(health = warning))',
      [
        ['/var', '/var: 4 % free'],
        ['C:', 'C: 15 % free'],
      ],
    ],
  ])('%s: %j', async (query, expected) => {
    const { computer, createRule, evaluate, words } = await setUp()
    await computer({
      hardware: {
        os: { name: 'Debian GNU/Linux', version: '11' },
        volumes: [
          { mount: '/var', sizeBytes: 100 * gib, freeBytes: 4.5 * gib },
          { mount: 'C:', sizeBytes: 300 * gib, freeBytes: 45.6 * gib },
          { mount: '/home', sizeBytes: 100 * gib, freeBytes: 60 * gib },
        ],
        disks: [
          { name: 'nvme0n1', health: { status: 'failing' } },
          { name: 'sda', health: { status: 'warning' } },
        ],
        accounts: [
          { name: 'root', isAdministrator: true },
          { name: 'mia', isAdministrator: false },
        ],
      },
      network: {
        ipAddress: '10.0.0.1',
        interfaces: [
          { name: 'eth0', macAddress: '00:1b:21:3c:9d:f8', operStatus: 'up', addresses: [{ address: '10.0.0.1' }] },
          { name: 'eth1', operStatus: 'down' },
        ],
      },
    })
    await createRule({ name: 'Items', query })
    await evaluate()
    expect(await words()).toEqual(expected)
  })

  it('name a certificate by the address of its device, and the day on which it ends or ended', async () => {
    const { printer, createRule, evaluate, words } = await setUp()
    await createRule({ name: 'Certificates', query: 'certificate(ends < 30d from now)' })
    const soon = [certificate(443, '2026-12-01T00:00:00.000Z'), certificate(8443, '2026-05-03T00:00:00.000Z')]
    await printer([], [...soon, certificate(636, '2036-05-03T00:00:00.000Z')])
    await evaluate()
    expect(await words()).toEqual([
      ['port 443', 'Certificate of 10.0.0.9:443 ends on 1 December 2026'],
      ['port 8443', 'Certificate of 10.0.0.9:8443 ended on 3 May 2026'],
    ])
  })

  it('name Forbidden and missing products, and keep their state when the version changes', async () => {
    const { computer, createRule, evaluate, words, list, change, ctx, get, call } = await setUp()
    const classify = async (name: string, softwareGroup: string) => {
      const { items } = await get<List<SoftwareListItem>>(`/api/v1/software?groupBy=name&q=${name}`)
      expect((await call('PATCH', `/api/v1/software/${items[0]?.id}`, { json: { softwareGroup } })).status).toBe(200)
      await reviewSites(ctx)
    }
    await classify('vim', 'Forbidden')
    await createRule({ name: 'Forbidden', query: 'compliance = forbidden' })
    await createRule({ name: 'Missing', query: 'missing ~ bas' })
    await evaluate()
    expect(await words()).toEqual([['vim', 'vim 9.1 is Forbidden and installed']])
    await change('acknowledge', { ids: (await list()).map(({ id }) => id) })
    await classify('bash', 'Required')
    await computer({ software: [{ name: 'vim', version: '9.2', publisher: 'Vim' }] })
    await classify('vim', 'Forbidden')
    await evaluate()
    expect(await words()).toEqual([
      ['bash', 'bash is Required and missing'],
      ['vim', 'vim 9.2 is Forbidden and installed'],
    ])
    expect(await words('?state=acknowledged')).toEqual([['vim', 'vim 9.2 is Forbidden and installed']])
  })

  it('are named in mails, events and the CSV file', async () => {
    const { printer, createRule, evaluate, ctx, call } = await setUp()
    const notify = { bell: true, mail: true, webhook: true }
    await createRule({ name: 'Toner', query: 'supply(level < 10%)', notify })
    await recordListener(ctx, ctx.siteId)
    await printer([supply('=Black', 6)])
    await evaluate()
    const { notifications } = ctx.store.tables(notificationTables)
    expect(await ctx.store.read((db) => db.select().from(notifications))).toMatchObject([
      { subject: 'Toner: 1 new finding', text: 'printer-1: =Black: 6 % left' },
    ])
    const { events } = ctx.store.tables(eventTables)
    const opened = (await ctx.store.read((db) => db.select().from(events))).filter(
      ({ type }) => type === 'finding.opened',
    )
    expect(opened).toMatchObject([{ data: { name: 'printer-1', item: '=Black', detail: '=Black: 6 % left' } }])
    const csv = await (await call('GET', '/api/v1/findings', { headers: { Accept: 'text/csv' } })).text()
    expect(csv).toContain("'=Black: 6 % left")
  })

  it('of two items of one name are one, and of an item without a name have its kind', async () => {
    const { printer, computer, createRule, evaluate, words } = await setUp()
    await createRule({ name: 'Toner', query: 'supply(level < 10%)' })
    await createRule({ name: 'Screen', query: 'monitor(manufacturer = Dell)' })
    await printer([supply('Black', 6), supply('Black', 3)])
    await computer({ hardware: { monitors: [{ port: 'HDMI-1', manufacturer: 'Dell' }] } })
    await evaluate()
    expect(await words()).toEqual([
      ['Black', 'Black: 3 % left; Black: 6 % left'],
      ['Monitor', 'Monitor: Manufacturer Dell'],
    ])
  })
})
