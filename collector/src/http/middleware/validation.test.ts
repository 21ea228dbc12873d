import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { FieldError } from '@rollcall/shared/errors.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { type TestCall, testApp } from '../testing/app.ts'

const id = '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'

describeOnEitherEngine('the message of an invalid request', ({ open }) => {
  async function setUp() {
    const { call } = await testApp(await open())
    return {
      async errorsOf(method: string, path: string, sent: TestCall = {}): Promise<FieldError[]> {
        const answer = await call(method, path, sent)
        const { errors = [], detail } = (await answer.json()) as Problem
        expect(answer.status, path).toBe(400)
        expect(detail).toBe(errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '))
        return errors
      },
    }
  }

  it('names each field of a body', proves('general.problem', 'errors.400'), async () => {
    const { errorsOf } = await setUp()
    const cases: [string, unknown, FieldError[]][] = [
      ['tags', {}, [{ path: '/name', message: 'is required' }]],
      ['tags', null, [{ path: '', message: 'must be an object' }]],
      ['tags', [], [{ path: '', message: 'must be an object' }]],
      ['tags', { name: 5 }, [{ path: '/name', message: 'must be a string' }]],
      ['tags', { name: ['a'] }, [{ path: '/name', message: 'must be a single value, not a list' }]],
      ['tags', { name: 'x'.repeat(201) }, [{ path: '/name', message: 'at most 200 characters' }]],
      ['tags', { name: 'a', 'a/b': 1 }, [{ path: '/a~1b', message: 'is not a field of this request' }]],
      [
        'ignore-list',
        { kind: 'x', pattern: 'a' },
        [{ path: '/kind', message: 'must be one of mac, ip, name, serial, uuid' }],
      ],
      ['schedules', { name: 'a', cron: '0 2 * * *' }, [{ path: '/kind', message: 'is required: one of scan, audit' }]],
      [
        'app-registrations',
        { name: 'a', enabled: 'yes', expiresAt: 'tomorrow', capabilities: {}, siteIds: ['x', id, 5] },
        [
          { path: '/enabled', message: 'must be true or false' },
          { path: '/expiresAt', message: 'not a date-time with an offset such as 2026-11-20T08:15:30Z' },
          { path: '/capabilities', message: 'must be a list' },
          { path: '/siteIds/0', message: 'not a UUID' },
          { path: '/siteIds/2', message: 'must be a string' },
        ],
      ],
      ['app-registrations', { name: 'a', siteIds: [] }, [{ path: '/siteIds', message: 'must not be empty' }]],
      [
        'segments',
        { name: 'a', type: 'ip-range', scanOptions: { tcpPorts: [0, 1.5, 70_000, '80'], pingOnly: null } },
        [
          { path: '/scanOptions/pingOnly', message: 'must be true or false' },
          { path: '/scanOptions/tcpPorts/0', message: 'at least 1' },
          { path: '/scanOptions/tcpPorts/1', message: 'must be a whole number' },
          { path: '/scanOptions/tcpPorts/2', message: 'at most 65535' },
          { path: '/scanOptions/tcpPorts/3', message: 'must be a number' },
        ],
      ],
    ]
    for (const [path, json, errors] of cases) {
      expect(await errorsOf('POST', `/api/v1/${path}`, { json }), JSON.stringify(json)).toEqual(errors)
    }
  })

  it('names the fields of the requested kind', async () => {
    const { errorsOf } = await setUp()
    const create = (json: object) => errorsOf('POST', '/api/v1/credentials', { json: { name: 'a', ...json } })
    const kinds = 'one of snmp-community, snmp-v3, ssh-password, ssh-key, ldap, aws, azure, google-cloud'
    expect(await create({})).toEqual([{ path: '/kind', message: `is required: ${kinds}` }])
    expect(await create({ kind: 'telnet' })).toEqual([{ path: '/kind', message: `must be ${kinds}` }])
    expect(await create({ kind: 'ldap', password: 'p', port: 1 })).toEqual([
      { path: '/username', message: 'is required' },
      { path: '/port', message: 'is not a field of this request' },
    ])
  })

  it('names each of several settings', async () => {
    const { errorsOf } = await setUp()
    const webhooks = [{ events: ['device.exploded', '*'] }, { name: 'b', url: 'ftp://b', events: [] }]
    const json = {
      retention: { snapshotDays: 1.5 },
      quota: { monthlyTransactions: -1 },
      workload: 'none',
      notifications: { recipients: ['me'], webhooks },
    }
    const errors = await errorsOf('PATCH', '/api/v1/site/settings', { json })
    expect(errors.map(({ path, message }) => [path.replace('/notifications', ''), message])).toEqual([
      ['/retention/snapshotDays', 'must be a whole number'],
      ['/quota/monthlyTransactions', 'at least 0'],
      ['/workload', 'must be an object'],
      ['/recipients/0', 'not an e-mail address'],
      ['/webhooks/0/name', 'is required'],
      ['/webhooks/0/url', 'is required'],
      ['/webhooks/0/events/0', expect.stringMatching(/^must be one of device.added, .*, or must be \*$/)],
      ['/webhooks/1/url', 'must be an http:// or https:// address'],
      ['/webhooks/1/events', 'must not be empty'],
    ])
  })

  it('names keys that the caller chose', async () => {
    const { errorsOf } = await setUp()
    const customFields = { ['k'.repeat(65)]: 1, a: {} }
    expect(await errorsOf('PATCH', `/api/v1/devices/${id}`, { json: { customFields } })).toEqual([
      { path: `/customFields/${'k'.repeat(65)}`, message: 'is not a valid name: at most 64 characters' },
      { path: '/customFields/a', message: 'must be text, a number, true or false, or null to remove it' },
    ])
  })

  it('names query parameters and headers', async () => {
    const { errorsOf } = await setUp()
    const cases: [string, string, string][] = [
      ['devices?limt=1', 'limt', 'is not a parameter of this call'],
      ['devices?limit=1&limit=2', 'limit', 'must be a single value, not a list'],
      ['devices?format=csv&format=json', 'format', 'must be a single value, not a list'],
      ['devices?format=xml', 'format', 'must be one of json, csv, xlsx'],
      ['tags?format=xml', 'format', 'must be one of json, csv, xlsx'],
      ['tags?format=csv&format=json', 'format', 'must be a single value, not a list'],
      ['devices?segmentId=x', 'segmentId', 'not a UUID'],
      ['devices?changedSince=now', 'changedSince', 'not a date-time with an offset such as 2026-11-20T08:15:30Z'],
      [`devices?q=${'x'.repeat(201)}`, 'q', 'at most 200 characters'],
    ]
    for (const [path, parameter, message] of cases) {
      expect(await errorsOf('GET', `/api/v1/${path}`), path).toEqual([{ path: parameter, message }])
    }
    const headers = { 'Last-Event-ID': 'x'.repeat(101) }
    expect(await errorsOf('GET', '/api/v1/events', { headers })).toEqual([
      { path: 'last-event-id', message: 'at most 100 characters' },
    ])
  })

  it('names fields of documents', async () => {
    const { errorsOf } = await setUp()
    const data = { hardware: {}, software: [{ version: '1' }], network: {}, customFields: {} }
    const snapshot = { id, deviceId: id, auditDate: 'today', source: 'Import', data }
    expect(await errorsOf('POST', '/api/v1/imports', { json: snapshot })).toEqual([
      { path: '/auditDate', message: 'not a date-time with an offset such as 2026-11-20T08:15:30Z' },
      { path: '/data/software/0/name', message: 'is required' },
    ])
  })
})
