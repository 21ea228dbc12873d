import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/segments'
const community = { name: 'c', kind: 'snmp-community', version: 'v2c', community: 'secret' }
const ldap = { name: 'd', kind: 'ldap', username: 'reader', password: 'secret' }
const aws = { name: 'a', kind: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' }

describeOnEitherEngine('/api/v1/segments', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const auditServiceId = await test.addAuditService()
    const make = async <T>(where: string, json: unknown): Promise<T> => {
      const answer = await test.call('POST', where, { json })
      expect(answer.status).toBe(201)
      return (await answer.json()) as T
    }
    const lab = { name: 'Lab', type: 'address-list', auditServiceId, addresses: ['10.0.0.1'] }
    const create = (fields: object = {}) => make<Segment>(path, { ...lab, ...fields })
    const credential = async (json: object) => (await make<{ id: string }>('/api/v1/credentials', json)).id
    const schedule = async (kind: string) =>
      (await make<{ id: string }>('/api/v1/schedules', { name: kind, kind, cron: '0 3 * * *' })).id
    /** Returns the field paths that a 400 names. */
    const faults = async (answer: Response) => {
      expect(answer.status).toBe(400)
      return ((await answer.json()) as Problem).errors?.map((each) => each.path)
    }
    return { ...test, auditServiceId, lab, make, create, credential, schedule, faults }
  }

  it(
    'are listed with the fields of a list, by name, and filtered',
    proves('segments.list', 'segment.listFields'),
    async () => {
      const { call, create, addAuditService, auditServiceId } = await setUp()
      const other = await addAuditService()
      const lab = await create()
      const range = await create({ name: 'attic', type: 'ip-range', addresses: ['10.1.0.0/30'], auditServiceId: other })
      const list = async (query = '') => (await (await call('GET', `${path}${query}`)).json()) as { items: object[] }
      const item = (segment: Segment) => ({
        id: segment.id,
        name: segment.name,
        type: segment.type,
        auditServiceId: segment.auditServiceId,
        autoTagId: null,
        scanScheduleId: null,
        auditScheduleId: null,
        credentialIds: [],
        ranges: { first: segment.addresses, total: segment.addresses.length },
        source: null,
        deviceCount: 0,
        lastScan: null,
        lastResult: null,
      })
      expect(await list()).toEqual({ items: [item(range), item(lab)], total: 2 })
      expect(await list('?limit=1&offset=1')).toEqual({ items: [item(lab)], total: 2 })
      expect(await list('?type=ip-range')).toEqual({ items: [item(range)], total: 1 })
      expect(await list(`?auditServiceId=${auditServiceId}`)).toEqual({ items: [item(lab)], total: 1 })
      expect(await list(`?auditServiceId=${newId()}`)).toEqual({ items: [], total: 0 })
      expect((await call('GET', `${path}?type=subnet`)).status).toBe(400)
    },
  )

  it(
    'are created, and read with their full configuration',
    proves('segments.create', 'segments.get', 'segment.singleFields'),
    async () => {
      const { call, create, lab, credential, schedule } = await setUp()
      const credentialIds = [await credential(community)]
      const [scanScheduleId, auditScheduleId] = [await schedule('scan'), await schedule('audit')]
      const given = { ...lab, name: 'Whole', credentialIds, scanScheduleId, auditScheduleId }
      const answer = await call('POST', path, { json: given })
      const made = (await answer.json()) as Segment
      expect([answer.status, answer.headers.get('Location')]).toEqual([201, `${path}/${made.id}`])
      expect(made).toMatchObject({ ...given, autoTagId: null, directory: null, cloud: null })
      const read = await call('GET', `${path}/${made.id}`)
      expect([await read.json(), read.headers.get('ETag')]).toEqual([made, answer.headers.get('ETag')])
      expect((await call('POST', path, { json: { ...given, name: 'whole' } })).status).toBe(409)
      expect((await call('POST', path, { token: 'starter', json: lab })).status).toBe(403)
      expect((await create()).scanOptions).toMatchObject({ pingOnly: false, snmpPorts: [161] })
    },
  )

  it(
    'follow the validation rules of the interface',
    proves(
      'segments.rule.name',
      'segments.rule.type',
      'segments.rule.auditService',
      'segments.rule.addresses',
      'segments.rule.credentials',
      'segments.credentialKinds',
    ),
    async () => {
      const { call, lab, credential, schedule, faults } = await setUp()
      const [snmp, key] = [await credential(community), await credential(aws)]
      const audits = await schedule('audit')
      const refused = async (fields: object) => faults(await call('POST', path, { json: { ...lab, ...fields } }))
      expect(await refused({ name: undefined })).toEqual(['/name'])
      expect(await refused({ name: ' ' })).toEqual(['/name'])
      expect(await refused({ type: undefined })).toEqual(['/type'])
      expect(await refused({ type: 'subnet' })).toEqual(['/type'])
      expect(await refused({ auditServiceId: undefined })).toEqual(['/auditServiceId'])
      expect(await refused({ auditServiceId: newId() })).toEqual(['/auditServiceId'])
      expect(await refused({ addresses: [] })).toEqual(['/addresses'])
      expect(await refused({ addresses: ['10.0.0.1', '10.0.0.256'] })).toEqual(['/addresses/1'])
      expect(await refused({ credentialIds: [snmp, newId(), key] })).toEqual(['/credentialIds/1', '/credentialIds/2'])
      expect(await refused({ scanScheduleId: audits })).toEqual(['/scanScheduleId'])
      expect(await refused({ auditScheduleId: newId() })).toEqual(['/auditScheduleId'])
      expect(await refused({ colour: 'red' })).toEqual(['/colour'])
      const cloud = { type: 'aws', addresses: undefined, cloud: { account: '123456789012' } }
      expect(await refused(cloud)).toEqual(['/credentialIds'])
      const twice = await call('POST', path, { json: { ...lab, auditServiceId: newId(), addresses: [] } })
      expect(((await twice.json()) as Problem).detail).toMatch(
        /^\/addresses: is required .*; \/auditServiceId: is not /,
      )
    },
  )

  it(
    'have six types, each with its own fields',
    proves('segments.types', 'segments.directory', 'segments.cloud'),
    async () => {
      const { call, create, lab, credential, faults } = await setUp()
      const [reader, key] = [await credential(ldap), await credential(aws)]
      const azure = await credential({ name: 'z', kind: 'azure', tenantId: 't', clientId: 'c', clientSecret: 's' })
      const google = await credential({ name: 'g', kind: 'google-cloud', serviceAccountKey: '{}' })
      const directory = { url: 'ldaps://dc.example', baseDn: 'dc=example', filter: '(objectClass=computer)' }
      const none = { addresses: undefined, auditServiceId: undefined }
      expect((await create({ type: 'ip-range', name: '1', addresses: ['10.0.0.1-10.0.0.9'] })).type).toBe('ip-range')
      for (const [field, value] of [
        ['baseDn', 'nonsense'],
        ['filter', '(('],
        ['filter', '(a=b)(c=d)'],
        ['filter', ')(a=b)('],
        ['filter', 'a=b'],
      ] as const) {
        const odd = { ...none, type: 'active-directory', name: 'odd', directory: { ...directory, [field]: value } }
        expect(await faults(await call('POST', '/api/v1/segments', { json: odd }))).toContain(`/directory/${field}`)
      }
      const found = await create({
        ...lab,
        addresses: undefined,
        type: 'active-directory',
        name: '2',
        directory,
        credentialIds: [reader],
      })
      expect(found).toMatchObject({ directory, addresses: [] })
      const clouds: [type: string, cloud: object, credentialId: string][] = [
        ['aws', { account: '123456789012', regions: ['eu-central-1'] }, key],
        ['azure', { subscription: 's' }, azure],
        ['google-cloud', { project: 'p' }, google],
      ]
      for (const [type, cloud, id] of clouds) {
        const made = await create({ ...none, name: type, type, cloud, credentialIds: [id] })
        expect(made).toMatchObject({ type, auditServiceId: null, cloud })
        const scan = await call('POST', `${path}/${made.id}/scan`)
        expect([scan.status, ((await scan.json()) as Problem).code]).toEqual([400, 'no_audit_service'])
      }
      const plain = { ...lab, name: '3', type: 'active-directory', addresses: undefined, credentialIds: [reader] }
      const refused = async (change: object) =>
        faults(await call('POST', path, { json: { ...plain, directory: { ...directory, ...change } } }))
      for (const url of [
        'http://dc.example',
        'dc.example',
        'ldaps://dc.example/dc=example',
        'ldaps://me:pw@dc.example',
      ])
        expect(await refused({ url })).toEqual(['/directory/url'])
      for (const caCertificate of ['MIIB', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'])
        expect(await refused({ caCertificate })).toEqual(['/directory/caCertificate'])
      expect(await faults(await call('POST', path, { json: plain }))).toEqual(['/directory'])
      expect((await call('POST', `${path}/${found.id}/scan`)).status).toBe(202)
    },
  )

  it('accept addresses in every form, at most 2^20 of them', proves('segments.addresses'), async () => {
    const { call, create, lab, faults } = await setUp()
    const addresses = [
      '10.0.0.7',
      '10.0.0.0/24',
      '10.0.0.5-10.0.1.9',
      'printer.example',
      '2001:db8::/116',
      '2001:db8::1',
    ]
    expect((await create({ addresses })).addresses).toEqual(addresses)
    const refused = async (type: string, ...given: string[]) =>
      faults(await call('POST', path, { json: { ...lab, name: 'Other', type, addresses: given } }))
    expect((await refused('ip-range', '10.0.0.0/24', '10.0.0.1', 'printer.example'))?.sort()).toEqual([
      '/addresses/1',
      '/addresses/2',
    ])
    expect(await refused('address-list', '10.0.0.0/11')).toEqual(['/addresses/0'])
    expect(await refused('address-list', '10.0.0.0/13', '11.0.0.0/13', '12.0.0.0/24')).toEqual(['/addresses/2'])
    expect(await refused('ip-range', '10.0.0.0/12', '10.20.0.9')).toEqual(['/addresses/1'])
    // Counted once where they overlap.
    expect(
      (await create({ name: 'Big', addresses: ['10.0.0.0/13', '10.0.0.0/13', '10.1.0.0/16'] })).addresses,
    ).toHaveLength(3)
  })

  it(
    'are changed by a merge patch, field by field',
    proves('segments.patch', 'segments.patch.fields', 'segments.scanOptions'),
    async () => {
      const { call, ctx, create, credential, schedule, addAuditService, faults } = await setUp()
      const segment = await create()
      const where = `${path}/${segment.id}`
      const patch = async (json: object, headers = {}) => call('PATCH', where, { json, headers })
      const other = await addAuditService()
      const credentialIds = [await credential(community)]
      const [scanScheduleId, auditScheduleId] = [await schedule('scan'), await schedule('audit')]
      const changes = [
        { name: 'Attic' },
        { auditServiceId: other },
        { auditServiceId: null },
        { addresses: ['10.9.0.0/24'] },
        { credentialIds },
        { scanScheduleId, auditScheduleId },
        { scanScheduleId: null },
        { scanOptions: { pingOnly: true, tcpPorts: [22, 80] } },
        { scanOptions: { tcpPorts: null, maxPacketsPerSecond: 100 } },
        { scanOptions: { identifyBy: ['smb', 'rdp'] } },
        { scanOptions: { identifyBy: [] } },
      ]
      let expected: Segment = segment
      for (const json of changes) {
        const { scanOptions, ...rest } = json as Partial<Segment>
        expected = { ...expected, ...rest, scanOptions: { ...expected.scanOptions, ...scanOptions } }
        if (expected.scanOptions.tcpPorts === null) delete expected.scanOptions.tcpPorts
        const answer = await patch(json)
        expect([answer.status, await answer.json()]).toEqual([200, expected])
        const read = await call('GET', where)
        expect([await read.json(), read.headers.get('ETag')]).toEqual([expected, answer.headers.get('ETag')])
      }
      expect(await faults(await patch({ type: 'ip-range' }))).toEqual(['/type'])
      expect(await faults(await patch({ name: 'Other', addresses: ['no address'] }))).toEqual(['/addresses/0'])
      expect(await faults(await patch({ addresses: [] }))).toEqual(['/addresses'])
      expect(await faults(await patch({ auditServiceId: newId() }))).toEqual(['/auditServiceId'])
      expect(await faults(await patch({ autoTagId: newId() }))).toEqual(['/autoTagId'])
      expect(await faults(await patch({ scanScheduleId: auditScheduleId }))).toEqual(['/scanScheduleId'])
      expect(await faults(await patch({ directory: { url: 'ldaps://dc.example', baseDn: 'dc=example' } }))).toEqual([
        '/directory',
      ])
      expect(await faults(await patch({ scanOptions: { hostTimeoutMs: 1 } }))).toEqual(['/scanOptions/hostTimeoutMs'])
      expect(await faults(await patch({ scanOptions: { snmpPorts: [] } }))).toEqual(['/scanOptions/snmpPorts'])
      expect(await faults(await patch({ scanOptions: { identifyBy: ['gopher'] } }))).toEqual([
        '/scanOptions/identifyBy/0',
      ])
      expect(await faults(await patch({ scanOptions: { speed: 1 } }))).toEqual(['/scanOptions/speed'])
      await create({ name: 'Taken' })
      const taken = await patch({ name: 'TAKEN' })
      expect([taken.status, ((await taken.json()) as Problem).code]).toEqual([409, 'name_taken'])
      expect((await patch({ name: 'x' }, { 'If-Match': '"stale"' })).status).toBe(412)
      expect((await call('PATCH', where, { token: 'starter', json: {} })).status).toBe(403)
      expect((await call('PATCH', `${path}/${newId()}`, { json: { name: 'x' } })).status).toBe(404)
      expect(await (await call('GET', where)).json()).toEqual(expected)
      expect((await patch({ name: 'ATTIC' })).status).toBe(200)
      const log = (await changesOf(ctx)).filter(({ verb, entityId }) => verb === 'Modified' && entityId === segment.id)
      const names = { verb: 'Modified', entity: 'Segment', actor: 'Test app' }
      expect(log[0]).toMatchObject({ ...names, field: 'name', from: 'Lab', to: 'Attic' })
      expect(log[2]).toMatchObject({ ...names, field: 'auditServiceId', from: other, to: null })
    },
  )

  it(
    'are deleted with their running tasks, and emit events',
    proves('segments.delete', 'segments.deleteCancels'),
    async () => {
      const { call, ctx, create } = await setUp()
      const segment = await create()
      const where = `${path}/${segment.id}`
      const { taskId } = (await (await call('POST', `${where}/scan`)).json()) as { taskId: string }
      await call('PATCH', where, { json: { name: 'Attic' } })
      expect((await call('DELETE', where, { token: 'starter' })).status).toBe(403)
      expect((await call('DELETE', where, { headers: { 'If-Match': '"stale"' } })).status).toBe(412)
      const etag = (await call('GET', where)).headers.get('ETag') ?? ''
      const deleted = await call('DELETE', where, { headers: { 'If-Match': etag } })
      expect([deleted.status, await deleted.text()]).toEqual([204, ''])
      expect((await call('GET', where)).status).toBe(404)
      expect((await call('DELETE', where)).status).toBe(404)
      expect(await (await call('GET', `/api/v1/tasks/${taskId}`)).json()).toMatchObject({
        status: 'Cancelled',
        segmentId: segment.id,
      })
      const events = await ctx.store.read((db) =>
        db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id),
      )
      const ofSegment = events.filter(({ type, subjectId }) => type.startsWith('segment.') && subjectId === segment.id)
      const emitted = ofSegment.map(({ type, data }) => [type, data])
      expect(emitted).toEqual([
        ['segment.added', { name: 'Lab' }],
        ['segment.modified', { name: 'Attic', fields: ['name'] }],
        ['segment.deleted', { name: 'Attic' }],
      ])
    },
  )

  it(
    'are scanned if they have an Audit Service, once at a time',
    proves('segments.scan', 'state.segment.noService', 'state.segment.queued', 'state.segment.running', 'errors.409'),
    async () => {
      const { call, create } = await setUp()
      const { id } = await create()
      const scan = () => call('POST', `${path}/${id}/scan`, { token: 'starter', json: { audit: true } })
      const first = await scan()
      const accepted = (await first.json()) as { taskId: string }
      expect([first.status, accepted]).toEqual([202, { taskId: expect.any(String), status: 'Queued' }])
      expect(first.headers.get('Location')).toBe(`/api/v1/tasks/${accepted.taskId}`)
      const second = await scan()
      expect([second.status, ((await second.json()) as Problem).code]).toEqual([409, 'scan_running'])
      await call('POST', `/api/v1/tasks/${accepted.taskId}/cancel`)
      // Some clients declare JSON and then send nothing.
      const empty = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
      const headers = { 'Content-Type': 'application/json' }
      expect((await call('POST', `${path}/${id}/scan`, { headers, body: empty })).status).toBe(202)
      await call('PATCH', `${path}/${id}`, { json: { auditServiceId: null } })
      const third = await scan()
      expect([third.status, ((await third.json()) as Problem).code]).toEqual([400, 'no_audit_service'])
      expect((await call('POST', `${path}/${id}/scan`, { token: 'reader' })).status).toBe(403)
    },
  )
})
