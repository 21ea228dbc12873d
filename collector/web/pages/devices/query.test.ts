import { deviceFilterOf } from '@rollcall/shared/lists/device-filter.ts'
import { expect, test } from 'vitest'
import { readDeviceListSearch } from '../../table/list-search.ts'
import { omittedKeys, queryOf, shownState } from './query.ts'

const now = Date.parse('2026-11-20T08:15:30.123Z')

test('converts an address to an API query, with spans as times to the minute', () => {
  const state = readDeviceListSearch({ q: 'pc', type: 'printer', changed: '24h', quiet: '30d', page: '3', size: '25' })
  expect(queryOf(state, now)).toEqual({
    q: 'pc',
    type: 'printer',
    changedSince: '2026-11-19T08:15:00.000Z',
    lastSeenBefore: '2026-10-21T08:15:00.000Z',
    limit: 25,
    offset: 50,
  })
})

test('filters by a manufacturer or by an unknown one', () => {
  const asked = (address: object) => deviceFilterOf(readDeviceListSearch({ ...address }), now)
  expect(asked({ maker: 'Dell Inc.' })).toMatchObject({ manufacturer: 'Dell Inc.' })
  expect(asked({ maker: '-' })).toMatchObject({ hasManufacturer: 'false' })
})

test('drops invalid values of an address', () => {
  const given = { q: '', page: '-1', size: '1e9', changed: 'constructor', evil: 'x', sort: 7 }
  expect(readDeviceListSearch(given)).toEqual({ changed: 'constructor' })
  expect(queryOf({ ...readDeviceListSearch(given), size: '5000' }, now)).toEqual({ limit: 1000, offset: 0 })
})

const address = { q: 'pc', type: 'printer', query: 'ram < 4 GB', stale: 'true', sort: '-lastSeen', size: '50' }

test('a list at a past time asks only for what is known of that time, and names the rest', () => {
  const asOf = '2026-05-03T00:00:00.000Z'
  const state = readDeviceListSearch({ ...address, asOf, page: '2' })
  expect(queryOf(shownState(state), now)).toEqual({ q: 'pc', type: 'printer', asOf, limit: 50, offset: 50 })
  expect(omittedKeys(state).toSorted()).toEqual(['query', 'sort', 'stale'])
})

test('the list of now asks for all that its address has', () => {
  const state = readDeviceListSearch(address)
  expect([shownState(state), omittedKeys(state)]).toEqual([state, []])
})
