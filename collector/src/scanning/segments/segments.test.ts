import { createCredentialSchema } from '@rollcall/shared/api/credential.ts'
import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { openCredentials } from '../credentials/list-credentials.ts'
import { createSegment } from './create-segment.ts'
import { getSegment, listSegments } from './list-segments.ts'

const community = createCredentialSchema.parse({
  name: 'c',
  kind: 'snmp-community',
  version: 'v2c',
  community: 'secret',
})

const directory = { url: 'ldaps://dc.example', baseDn: 'dc=example' }
const ldap = createCredentialSchema.parse({ name: 'd', kind: 'ldap', username: 'reader', password: 'secret' })

describeOnBothEngines('segments', ({ open }) => {
  async function setUp() {
    const test = await testContext(await open())
    const auditServiceId = await test.addAuditService()
    const input = (fields: object = {}) =>
      createSegmentSchema.parse({
        name: 'Lab',
        type: 'address-list',
        auditServiceId,
        addresses: ['10.0.0.1'],
        ...fields,
      })
    return { ...test, auditServiceId, input }
  }
  const faultsOf = (creating: Promise<unknown>) =>
    creating.then(
      () => [],
      (error: { fields: { path: string }[] }) => error.fields.map((each) => each.path),
    )

  it('are created, listed and read', async () => {
    const { ctx, auditServiceId, input } = await setUp()
    const credential = await createCredential(ctx, community)
    const addresses = ['10.0.0.0/24', '10.0.1.5-10.0.1.9', 'printer.example', '2001:db8::/120']
    const made = await createSegment(ctx, input({ addresses, credentialIds: [credential.id] }))
    expect(made).toMatchObject({ name: 'Lab', addresses, auditServiceId, autoTagId: null })
    expect(await getSegment(ctx, made.id)).toEqual(made)
    expect(await listSegments(ctx, { limit: 50, offset: 0 })).toEqual({
      total: 1,
      items: [
        {
          id: made.id,
          name: 'Lab',
          type: 'address-list',
          auditServiceId,
          autoTagId: null,
          scanScheduleId: null,
          auditScheduleId: null,
          credentialIds: [credential.id],
          ranges: { first: addresses.slice(0, 3), total: 4 },
          source: null,
          deviceCount: 0,
          lastScan: null,
          lastResult: null,
        },
      ],
    })
    expect(await listSegments(ctx, { limit: 50, offset: 0, type: 'ip-range' })).toEqual({ items: [], total: 0 })
  })

  it('have a unique name, ignoring case', async () => {
    const { ctx, input } = await setUp()
    await createSegment(ctx, input())
    await expect(createSegment(ctx, input({ name: 'LAB' }))).rejects.toMatchObject({ code: 'name_taken' })
  })

  it.each([
    ['no Audit Service', { auditServiceId: undefined }, ['/auditServiceId']],
    ['an unknown Audit Service', { auditServiceId: newId() }, ['/auditServiceId']],
    ['no addresses', { addresses: [] }, ['/addresses']],
    ['malformed addresses', { addresses: ['10.0.0.1', '10.0.0.300', '-oN /x'] }, ['/addresses/1', '/addresses/2']],
    ['a name in an IP range', { type: 'ip-range', addresses: ['host.example'] }, ['/addresses/0']],
    ['a single address in an IP range', { type: 'ip-range', addresses: ['10.0.0.1'] }, ['/addresses/0']],
    ['too many addresses', { addresses: ['10.0.0.0/8'] }, ['/addresses/0']],
    ['an unknown credential', { credentialIds: [newId()] }, ['/credentialIds/0']],
    ['an unknown tag', { autoTagId: newId() }, ['/autoTagId']],
    ['an unknown schedule', { scanScheduleId: newId() }, ['/scanScheduleId']],
    ['an address and a range of other families', { addresses: ['10.0.0.1', '::1-10.0.0.2'] }, ['/addresses/1']],
    [
      'no credential and no account for a cloud',
      { type: 'aws', addresses: undefined, auditServiceId: undefined },
      ['/cloud', '/credentialIds'],
    ],
    ['no directory', { type: 'active-directory', addresses: undefined }, ['/directory', '/credentialIds']],
    ['a directory for addresses', { directory }, ['/directory']],
    ['a cloud for addresses', { cloud: { account: '1' } }, ['/cloud']],
    [
      'another cloud',
      { type: 'azure', addresses: undefined, cloud: { account: '1' } },
      ['/cloud/account', '/cloud/subscription', '/credentialIds'],
    ],
  ])('are rejected with %s', async (_, fields, paths) => {
    const { ctx, input } = await setUp()
    expect(await faultsOf(createSegment(ctx, input(fields)))).toEqual(paths)
    expect((await listSegments(ctx, { limit: 1, offset: 0 })).total).toBe(0)
  })

  it('of a directory need a credential for it, and may have SNMP credentials', async () => {
    const { ctx, input } = await setUp()
    const [snmp, reader] = [await createCredential(ctx, community), await createCredential(ctx, ldap)]
    const fields = { type: 'active-directory', addresses: undefined, directory }
    const create = (...credentialIds: string[]) => createSegment(ctx, input({ ...fields, credentialIds }))
    expect(await faultsOf(create(snmp.id))).toEqual(['/credentialIds'])
    expect(await faultsOf(create(reader.id, snmp.id, reader.id))).toEqual(['/credentialIds/2'])
    const credentialIds = [snmp.id, reader.id]
    expect(await create(...credentialIds)).toMatchObject({ directory, addresses: [], credentialIds })
    const listed = createSegment(ctx, input({ name: 'List', credentialIds: [reader.id, snmp.id] }))
    expect(await faultsOf(listed)).toEqual(['/credentialIds/0'])
  })

  it('of a cloud need its account, and no Audit Service yet', async () => {
    const { ctx, input } = await setUp()
    const key = { name: 'a', kind: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' }
    const { id } = await createCredential(ctx, createCredentialSchema.parse(key))
    const fields = { type: 'aws', addresses: undefined, auditServiceId: undefined, credentialIds: [id] }
    const made = await createSegment(ctx, input({ ...fields, cloud: { account: '123456789012' } }))
    expect(made).toMatchObject({ cloud: { account: '123456789012', regions: [] }, auditServiceId: null })
  })

  it('store their addresses in canonical form', async () => {
    const { ctx, input } = await setUp()
    const list = await createSegment(ctx, input({ addresses: [' 10.0.0.77/24', '2001:DB8:0::1', 'Printer.Example.'] }))
    expect(list.addresses).toEqual(['10.0.0.0/24', '2001:db8::1', 'printer.example'])
    const given = { name: 'Range', type: 'ip-range', addresses: ['10.0.0.5 - 9', '10.1.0.3-10.1.0.3', '10.2.0.9/30'] }
    const range = await createSegment(ctx, input(given))
    expect(range.addresses).toEqual(['10.0.0.5-10.0.0.9', '10.1.0.3-10.1.0.3', '10.2.0.8/30'])
    const again = await createSegment(ctx, input({ ...given, name: 'Again', addresses: range.addresses }))
    expect(again.addresses).toEqual(range.addresses)
  })

  it('of another site are not found, and neither are its Audit Services', async () => {
    const { ctx, input, auditServiceId } = await setUp()
    const made = await createSegment(ctx, input())
    const other = await testContext(ctx.store)
    await expect(getSegment(other.ctx, made.id)).rejects.toMatchObject({ code: 'not_found' })
    const stealing = createSegment(other.ctx, input({ auditServiceId }))
    expect(await faultsOf(stealing)).toEqual(['/auditServiceId'])
  })

  it('store their credentials sealed, for tasks only', async () => {
    const { ctx } = await setUp()
    const { id } = await createCredential(ctx, community)
    expect((await openCredentials(ctx, [newId(), id])).credentials).toEqual([
      { id, kind: 'snmp-community', version: 'v2c', community: 'secret' },
    ])
  })
})
