import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../../interface/client/types.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, invalidPathsOf, problemOf, startWalk, unknownId } from './walk.ts'

const walk = await startWalk({ args: ['--no-agent'] })
const { client } = walk
afterAll(() => walk.up.stop())

let printer: Device

beforeAll(async () => {
  printer = bodyOf(await client.devices.create({ name: 'Press-1', type: 'printer' }), 201)
})

const edit = (patch: Record<string, unknown>, headers = {}) => client.devices.update(printer.id, patch, headers)

describe('conventions', () => {
  test(
    'a page has 50 items by default, and pages never repeat one',
    proves('convention.paging', 'limits.page', 'general.limit', 'general.total'),
    async () => {
      const names = Array.from({ length: 53 }, (_, index) => `Desk ${index}`)
      for (const name of names) bodyOf(await client.tags.create({ name }), 201)
      const wanted = { q: 'desk' }
      const first = bodyOf(await client.tags.list(wanted))
      expect([first.items.length, first.total]).toEqual([50, 53])
      const pages = [0, 20, 40].map((offset) => client.tags.list({ ...wanted, limit: 20, offset }))
      const items = (await Promise.all(pages)).flatMap((reply) => bodyOf(reply).items)
      expect(new Set(items.map(({ id }) => id)).size).toBe(53)
      expect(items.slice(0, 50)).toEqual(first.items)
      expect(bodyOf(await client.tags.list({ ...wanted, offset: 60 }))).toEqual({ items: [], total: 53 })
      for (const limit of ['0', '1001', '-1', 'ten', '1.5']) {
        expect(invalidPathsOf(await client.tags.list({ limit })), limit).toEqual(['limit'])
      }
      expect(invalidPathsOf(await client.tags.list({ offset: -1 }))).toEqual(['offset'])
    },
  )

  test(
    'an invalid request names its fields',
    proves('general.unknownQuery', 'general.timestampInput', 'general.badId', 'general.405', 'errors.404'),
    async () => {
      expect(invalidPathsOf(await client.devices.list({ tpye: 'printer' }))).toEqual(['tpye'])
      expect(invalidPathsOf(await client.devices.list({ changedSince: '2026-01-01' }))).toEqual(['changedSince'])
      expect(invalidPathsOf(await client.devices.list({ changedSince: '2026-01-01T00:00:00' }))).toEqual([
        'changedSince',
      ])
      for (const id of [unknownId, 'no-id', '42']) problemOf(await client.devices.get(id), 404, 'not_found')
      const put = await client.call('PUT', `/api/v1/devices/${printer.id}`, { json: {} })
      problemOf(put, 405, 'method_not_allowed')
      expect(put.headers['allow']).toBe('DELETE, GET, HEAD, PATCH')
    },
  )

  test(
    'bodies are JSON only',
    proves('transport.json', 'devices.contentType', 'general.415', 'general.413', 'general.malformedJson'),
    async () => {
      const path = `/api/v1/devices/${printer.id}`
      const patch = (text: string, type: string) =>
        client.call('PATCH', path, { text, headers: { 'Content-Type': type } })
      problemOf(await patch('assetTag=x', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type')
      problemOf(await patch('{}', 'text/plain'), 415, 'unsupported_media_type')
      problemOf(await patch('{"assetTag":', 'application/json'), 400, 'malformed_json')
      bodyOf(await patch('{"assetTag":"INV-0043"}', 'application/merge-patch+json'))
      problemOf(await patch(`{"assetTag":"${'x'.repeat(1024 * 1024)}"}`, 'application/json'), 413, 'payload_too_large')
    },
  )

  test(
    'a resource has an ETag, and If-Match refuses a change of an outdated one',
    proves('general.etag', 'general.ifMatch', 'general.requestId'),
    async () => {
      const { headers } = await client.devices.get(printer.id)
      const etag = headers.etag ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      const unchanged = await client.devices.get(printer.id, { headers: { 'If-None-Match': etag } })
      expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', etag])
      const changed = await edit({ assetTag: 'INV-0044' }, { 'If-Match': etag })
      expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
      problemOf(await edit({ assetTag: 'INV-0045' }, { 'If-Match': etag }), 412, 'precondition_failed')
      problemOf(await client.devices.remove(printer.id, { 'If-Match': etag }), 412, 'precondition_failed')
      expect(bodyOf(await client.devices.get(printer.id)).assetTag).toBe('INV-0044')
    },
  )
})
