import { newId } from '@rollcall/shared/ids.ts'
import { expect, it, vi } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { dumpOf } from '../../store/testing/dump.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { badInputApp } from '../testing/bad-input.ts'

// Thousands of calls each.
vi.setConfig({ testTimeout: 300_000 })

/** Parameters without which an operation is refused. */
const requiredQuery: Record<string, string> = {
  '/api/v1/address-history': '?address=192.0.2.1',
  '/api/v1/search': '?q=pc',
}

describeOnEitherEngine('bad input', ({ open }) => {
  it('in a query is refused with the name of the parameter', proves('general.unknownQuery'), async () => {
    const { operations, refused, call, at, unchanged } = await badInputApp(await open(), dumpOf)
    const encodings = ['%00', '%ff', '%ed%a0%80', '%']
    for (const operation of operations.filter(({ query }) => query.length > 0)) {
      const required = requiredQuery[operation.path]
      for (const name of operation.query) {
        const more = required === undefined || required.startsWith(`?${name}=`) ? '' : required.replace('?', '&')
        const isFree = ['q', 'tag'].includes(name)
        for (const value of [...encodings, 'x'.repeat(20_000), `a&${name}=b`]) {
          const place = `${at(operation)}?${name}=${value}${more}`
          const { status, paths, where } = await refused(operation, {}, { at: place })
          expect([status, paths], where).toEqual([400, [name]])
        }
        for (const value of ["'%20OR%201=1--", '%25', '_', '!', '%5C', '%F0%9F%98%80', '1e999', '-1', '']) {
          const { status } = await call(operation.method, `${at(operation)}?${name}=${value}${more}`)
          // An App registration has no account.
          const expected = operation.path.startsWith('/api/v1/me/') ? [400, 404] : [200, 400]
          expect(expected, `${operation.path} ${name}=${value}`).toContain(status)
          if (isFree && value !== '') expect(status, `${operation.path} ${name}=${value}`).toBe(200)
        }
      }
      for (const name of ['__proto__', 'constructor', 'limit[]', '%00', '%ff']) {
        const { status, where } = await refused(operation, {}, { at: `${at(operation)}?${name}=1` })
        expect(status, where).toBe(400)
      }
    }
    await unchanged()
  })

  it('in a path is 404', proves('general.badId'), async () => {
    const { operations, refused, unchanged } = await badInputApp(await open(), dumpOf)
    for (const operation of operations.filter(({ path }) => path.includes('{'))) {
      for (const bad of ['%00', '%ff', '%ed%a0%80', '%', '%2f', '..%5c', "'", '%25', 'x'.repeat(10_000)]) {
        const place = operation.path.replace(/\{[a-zA-Z]+\}/g, bad)
        const sent = operation.body === undefined ? {} : { json: operation.body }
        const { status, where } = await refused(operation, sent, { at: place })
        expect([403, 404], where).toContain(status)
      }
    }
    await unchanged()
  })

  it('in a header is refused or ignored', async () => {
    const { operations, refused, call, at, unchanged } = await badInputApp(await open(), dumpOf)
    for (const operation of operations.filter(({ path }) => path.startsWith('/api/v1/'))) {
      for (const site of ['garbage', '', "' OR 1=1", 'x'.repeat(8000), `${newId()}, ${newId()}`]) {
        const { status, where } = await refused(operation, { headers: { 'X-Site-Id': site } })
        expect(status, where).toBe(403)
      }
      if (['PATCH', 'DELETE'].includes(operation.method) && /\{[a-zA-Z]+\}$/.test(operation.path)) {
        for (const tag of ['garbage', '"', 'W/""', '', ',,,', '"x', 'x'.repeat(8000)]) {
          const sent = operation.body === undefined ? {} : { json: operation.body }
          const { status, where } = await refused(operation, { ...sent, headers: { 'If-Match': tag } })
          expect([400, 404, 409, 412], where).toContain(status)
        }
      }
      if (operation.method !== 'GET') continue
      for (const headers of [
        { 'If-None-Match': '"' },
        { Accept: '\u00ff;;q=x' },
        { Range: 'bytes=9-1' },
        { 'Last-Event-ID': "'" },
      ]) {
        const { status, body } = await call('GET', `${at(operation)}${requiredQuery[operation.path] ?? ''}`, {
          headers,
        })
        await body?.cancel()
        expect([200, 301, 404], operation.path).toContain(status)
      }
    }
    await unchanged()
  })

  it('in a form is refused', async () => {
    const { call, ctx, unchanged } = await badInputApp(await open(), dumpOf)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const older = `/api/audit-data/sites/${ctx.siteId}`
    const forms = [
      'sorting[__proto__]=x',
      '__proto__[x]=1',
      'constructor[prototype][x]=1',
      'sorting[column]=name&sorting[column]=id',
      'sorting[column]=%00',
      'sorting[column]=%ff',
      'filter[0][column]=name&filter[0][operator]=eq&filter[0][value]=%00',
      'filter[99999999999][column]=name',
      'filter[-1][column]=name',
      `a${'[b]'.repeat(10_000)}=1`,
      `filter${'[0]'.repeat(10_000)}=1`,
      'sorting[=1',
      'sorting]=1',
      'offset=1e999',
      'columns[]=%ed%a0%80',
    ]
    for (const body of forms) {
      const answer = await call('POST', older, { headers, body })
      expect([answer.status, body.slice(0, 60), (await answer.text()).slice(0, 300)]).toEqual([
        400,
        body.slice(0, 60),
        expect.any(String),
      ])
    }
    expect(Object.prototype).not.toHaveProperty('x')
    for (const path of ['/api/oauth/token', '/identity-server/connect/token']) {
      for (const body of [
        'client_id=%00&client_secret=%00',
        '__proto__=1&client_id=a',
        'client_id=%ff&client_secret=%ff',
        '%',
        '=&=',
        'client_id=a&client_id=b&client_secret=c',
        Array.from({ length: 16_000 }, (_, index) => index.toString(36)).join('&'),
      ]) {
        const form = `grant_type=client_credentials&scope=api_client&${body}`
        expect([400, 401], body).toContain((await call('POST', path, { token: null, headers, body: form })).status)
      }
    }
    // Wrong client secrets count against the address that sends them.
    await unchanged({ sign_in_attempts: [expect.stringContaining('client:192.0.2.1')] })
  })
})
