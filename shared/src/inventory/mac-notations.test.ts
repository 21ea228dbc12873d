import { expect, test } from 'vitest'
import { macDigits, macNotations } from './mac-notations.ts'

test.each([
  ['00:1B:21:3c:9d:f8', '001b213c9df8'],
  ['00-1b-21-3c-9d-f8', '001b213c9df8'],
  ['001b.213c.9df8', '001b213c9df8'],
  ['001b-213c-9df8', '001b213c9df8'],
  ['001b21-3c9df8', '001b213c9df8'],
  ['001B213C9DF8', '001b213c9df8'],
  ['00 1b 21 3c 9d f8', '001b213c9df8'],
  [' 0:1b:21:3c:9d:f8 ', '001b213c9df8'],
  ['21:3c:9d', '213c9d'],
  [':3c:9d:f', '3c9df'],
  ['213c.9d', '213c9d'],
  ['213c.', '213c'],
  ['3c9df8', '3c9df8'],
  ['beef', 'beef'],
])('reads %s as the MAC digits %s', (text, digits) => {
  expect(macDigits(text)).toBe(digits)
})

test.each([
  '',
  'abc',
  '3c:',
  'pc-17',
  '10.20.30.40',
  'fe80::1',
  '2001:db8:0:1::1',
  '001b213c9df80',
  'hall 3',
  'Gi1/0/6',
])('reads %j as no part of a MAC', (text) => {
  expect(macDigits(text)).toBeUndefined()
})

test('reads a long text in linear time', () => {
  expect(macDigits(`${'ab:'.repeat(50_000)}x`)).toBeUndefined()
})

test('each notation of a MAC is read as its digits', () => {
  expect(macNotations('00:1b:21:3c:9d:f8').map(macDigits)).toEqual(Array(6).fill('001b213c9df8'))
})
