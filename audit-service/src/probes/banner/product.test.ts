import { expect, test } from 'vitest'
import { productOf } from './product.ts'

test.each([
  ['Apache/2.4.57 (Debian)', { product: 'Apache', version: '2.4.57' }],
  ['Microsoft-IIS/10.0', { product: 'Microsoft-IIS', version: '10.0' }],
  ['OpenSSH_for_Windows_8.1', { product: 'OpenSSH_for_Windows', version: '8.1' }],
  ['HP HTTP Server; HP LaserJet', { product: 'HP HTTP Server' }],
  ['Virata-EmWeb/R6_2_1', { product: 'Virata-EmWeb', version: 'R6_2_1' }],
  ['App-webs/', { product: 'App-webs' }],
  ['nginx', { product: 'nginx' }],
  ['', {}],
  ['-1/2', {}],
])('%j', (text, expected) => {
  expect(productOf(text)).toEqual(expected)
})

test('parses a text of any length quickly', () => {
  expect(productOf('a_-/ '.repeat(1_000_000)).product?.length).toBeLessThanOrEqual(256)
})
