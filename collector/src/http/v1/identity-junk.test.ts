import type { List } from '@rollcall/shared/api/common.ts'
import type { IdentityJunk } from '@rollcall/shared/api/identity-junk.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/identity-junk'
const uuid = '4c4c4544-0042-3010-8053-b7c04f4e4432'
const pc = (number: number): Seen => ({ hostname: 'pc', biosUuid: uuid, ipAddresses: [`10.0.0.${number}`] })

describeOnEitherEngine('a value that identifies no device of a site', ({ open }) => {
  async function setUp() {
    const { call, ctx, advance } = await testApp(await open())
    advance(7_200)
    const ingest = createIngest(ctx)
    const seen = async (minutes: number, machine: Seen) =>
      (await ingest.submit({ siteId: ctx.siteId, observation: agent(minutes, machine), actor: 'agent' })).deviceId
    const add = (kind: string, value: string) => call('POST', path, { json: { kind, value } })
    const list = async (query = '') => (await (await call('GET', path + query)).json()) as List<IdentityJunk>
    return { call, seen, add, list }
  }

  it('is accepted in any notation, listed by kind, and applies from then on', async () => {
    const { call, seen, add, list } = await setUp()
    expect(await seen(0, pc(1))).toBe(await seen(1, pc(2)))
    const made = await add('uuid', `{${uuid.toUpperCase()}}`)
    expect(made.status).toBe(201)
    const entry = (await made.json()) as IdentityJunk
    expect(entry).toMatchObject({ kind: 'uuid', value: uuid, origin: 'site' })
    expect((await add('mac', '00-1B-21-3C-9D-F8')).status).toBe(201)
    expect((await list()).items.map(({ value }) => value)).toEqual(['00:1b:21:3c:9d:f8', entry.value])
    expect(await list('?kind=uuid')).toEqual({ items: [entry], total: 1 })
    const third = await seen(2, pc(3))
    expect(third).not.toBe(await seen(3, pc(4)))

    expect(await (await call('GET', `${path}/${entry.id}`)).json()).toEqual(entry)
    expect((await call('DELETE', `${path}/${entry.id}`)).status).toBe(204)
    expect((await call('GET', `${path}/${entry.id}`)).status).toBe(404)
  })

  it('applies in whatever notation a person entered it', async () => {
    const { add, list } = await setUp()
    const reports = [
      ['serial', 'Hewlett-Packard / 5CD 123', '5CD 123', 'Hewlett-Packard'],
      ['machine', '{6F5B0A3F-2AD6-4D6F-8B0C-5A3D1E2F4A5B}', '{6F5B0A3F-2AD6-4D6F-8B0C-5A3D1E2F4A5B}'],
      ['engine', '0x80 00 1F 88 80 AA', '0x80 00 1F 88 80 AA'],
      ['name', 'Kiosk.example.com', 'Kiosk'],
      ['cloud', 'i-0ABC', 'i-0ABC'],
    ] as const
    for (const [kind, value] of reports) expect((await add(kind, value)).status, value).toBe(201)
    const { items } = await list()
    expect(items.map(({ kind, value, manufacturer }) => [kind, value, manufacturer]).sort()).toEqual(
      reports.map(([kind, , value, manufacturer = null]) => [kind, value, manufacturer]).sort(),
    )
    for (const [kind, value] of [
      ['serial', 'OEM/5CD123'],
      ['serial', 'Dell/To be filled by O.E.M.'],
      ['machine', 'uninitialized'],
      ['engine', '0x8000'],
      ['name', 'localhost'],
    ] as const)
      expect((await add(kind, value)).status, value).toBe(400)
  })

  it('is refused if it is invalid or exists already', async () => {
    const { call, add } = await setUp()
    expect((await add('uuid', '00000000-0000-0000-0000-000000000000')).status).toBe(400)
    expect((await add('serial', 'ABC123')).status).toBe(400)
    expect((await add('ip', '10.0.0.1')).status).toBe(400)
    expect((await add('serial', 'Dell/ABC123')).status).toBe(201)
    expect((await add('serial', 'dell/abc123')).status).toBe(409)
    const apart = { kind: 'serial', value: 'abc123', manufacturer: 'Dell Inc.' }
    expect((await call('POST', path, { json: apart })).status).toBe(409)
    expect((await call('POST', path, { json: { ...apart, manufacturer: 'OEM' } })).status).toBe(400)
    const other = await call('POST', path, { json: { ...apart, value: 'B8E20A/942' } })
    expect(await other.json()).toMatchObject({ value: 'B8E20A/942', manufacturer: 'Dell Inc.' })
  })

  it('is allowed, and not learned again, once a learned value is deleted', async () => {
    const { call, seen, list } = await setUp()
    const named = (number: number): Seen => ({ ...pc(number), hostname: `pc${number}` })
    const submitAll = async (from: number) => {
      for (const minutes of [0, 1, 2, 3, 4, 5]) await seen(from + minutes, named(1 + (minutes % 3)))
    }
    await submitAll(0)
    const [learned] = (await list()).items
    expect(learned).toMatchObject({ kind: 'uuid', origin: 'learned', devices: 3 })
    expect((await call('DELETE', `${path}/${learned?.id}`)).status).toBe(204)
    await submitAll(10)
    expect((await list()).items).toMatchObject([{ kind: 'uuid', origin: 'allowed' }])
  })
})
