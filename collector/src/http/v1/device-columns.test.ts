import { deviceListSchema } from '@rollcall/shared/api/device.ts'
import { columnNames, columnsMax } from '@rollcall/shared/query/find-field.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { at, seen } from '../../ingest/testing/observations.ts'
import { chunks } from '../../store/sql.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const gib = 2 ** 30
describeOnEitherEngine('columns of GET /api/v1/devices', ({ open }) => {
  const setUp = async () => {
    const app = await testApp(await open())
    const ingest = createIngest(app.ctx)
    const computer = seen(0, {
      hostname: 'pc',
      name: 'pc',
      macAddresses: ['00:1b:21:3c:9d:01'],
      ipAddresses: ['10.20.0.9'],
      hardware: {
        system: { location: '=cmd|x' },
        os: { name: 'Debian GNU/Linux', version: '13', bootedAt: at(0) },
        memory: { totalBytes: 16 * gib, modules: [] },
        security: { tpm: { isPresent: true } },
      },
      network: {
        ipAddress: '10.20.0.9',
        interfaces: [{ name: 'eth0', addresses: [{ address: '10.20.0.9' }, { address: '2001:db8::9' }] }],
      },
    })
    const supplies = [
      { name: 'Black', max: 100, level: 8 },
      { name: 'Cyan', max: 100, level: 80 },
    ]
    const printer = seen(1, {
      type: 'printer',
      hostname: 'printer',
      name: 'printer',
      macAddresses: ['00:1b:21:3c:9d:02'],
      hardware: { printer: { supplies } },
    })
    for (const observation of [computer, printer])
      await ingest.submit({ siteId: app.ctx.siteId, observation, actor: 'x', autoTag: 'Office' })
    const list = async (query: string) => {
      const answer = await app.call('GET', `/api/v1/devices?${query}`)
      expect(answer.status).toBe(200)
      return deviceListSchema.parse(await answer.json()).items
    }
    const [pc] = await list('q=pc')
    const customFields = { owner: 'Lee', floor: 3, leased: false }
    await app.call('PATCH', `/api/v1/devices/${pc?.id}`, {
      json: { customFields },
      headers: { 'Content-Type': 'application/merge-patch+json' },
    })
    return { ...app, list }
  }

  it('have the values of their kind, and no value where a device has none', async () => {
    const { list } = await setUp()
    const columns = [
      ...['name', 'tag', 'address', 'source', 'stale', 'unreadable', 'compliance', 'os.name', 'os.started', 'memory'],
      ...['tpm', 'location', 'supply.name', 'supply.level', 'custom.owner', 'custom.floor', 'custom.leased'],
    ]
    const [pc, printer] = await list(`columns=${columns.join()}`)
    expect(pc?.fields).toEqual({
      ...{ name: 'pc', tag: ['Office'], source: 'Agent', stale: false, unreadable: false, compliance: ['compliant'] },
      address: ['10.20.0.9', '2001:db8::9'],
      ...{ 'os.name': 'Debian GNU/Linux', 'os.started': at(0), memory: 16 * gib, tpm: true, location: '=cmd|x' },
      ...{ 'custom.owner': 'Lee', 'custom.floor': 3, 'custom.leased': false },
    })
    expect(printer?.fields).toEqual({
      ...{ name: 'printer', tag: ['Office'], source: 'Agent', stale: false, unreadable: false },
      ...{ 'supply.name': ['Black', 'Cyan'], 'supply.level': [8, 80] },
    })
    expect((await list(''))[0]?.fields).toBeUndefined()
  })

  it('can be every field of the catalogue except software', async () => {
    const { list } = await setUp()
    const named = new Set<string>()
    for (const part of chunks(columnNames, columnsMax)) {
      for (const { fields } of await list(`columns=${part.join()}`)) {
        for (const name of Object.keys(fields ?? {})) named.add(name)
      }
    }
    expect([...named].filter((name) => !columnNames.includes(name))).toEqual([])
    expect(named.has('firstSeen') && named.has('changed') && named.has('lastSeen')).toBe(true)
  })

  it('are the columns of CSV, without a formula', async () => {
    const { call } = await setUp()
    const answer = await call('GET', '/api/v1/devices?format=csv&columns=name,supply.level,location,memory')
    const [head, pc, printer] = (await answer.text()).split('\r\n').map((line) => line.split(',').slice(1).join())
    expect([head, pc, printer]).toEqual([
      'name,supply.level,location,memory',
      `pc,,'=cmd|x,${16 * gib}`,
      'printer,8; 80,,',
    ])
  })

  it.each([
    ['nmae', '‘nmae’ is not a field of devices'],
    ['software.name', '‘software.name’ is not a field of devices'],
    ['name,', '‘’ is not a field of devices'],
    ['custom.', '‘custom.’ is not a field of devices'],
    [columnNames.slice(0, columnsMax + 1).join(), `at most ${columnsMax} columns`],
  ])('refuses %s', async (columns, message) => {
    const { call } = await setUp()
    const answer = await call('GET', `/api/v1/devices?columns=${columns}`)
    expect(await answer.json()).toMatchObject({ status: 400, errors: [{ path: 'columns', message }] })
  })
})
