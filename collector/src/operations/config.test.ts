import { expect, test } from 'vitest'
import { defaultThreads, readCollectorConfig } from './config.ts'

const listenOn = (text: string) => readCollectorConfig({}, { ROLLCALL_METRICS_LISTEN: text }).metricsListen

test.each([
  ['', undefined],
  ['127.0.0.1:8444', { host: '127.0.0.1', port: 8444 }],
  ['0.0.0.0:0', { host: '0.0.0.0', port: 0 }],
  ['[::1]:8444', { host: '::1', port: 8444 }],
])('ROLLCALL_METRICS_LISTEN accepts "%s"', (text, address) => {
  expect(listenOn(text)).toEqual(address)
})

test.each([
  '8444',
  ':8444',
  'localhost:8444',
  '127.0.0.1',
  '::1:8444',
  '[127.0.0.1]:8444',
  '127.0.0.1:http',
  '127.0.0.1:70000',
])('ROLLCALL_METRICS_LISTEN refuses "%s" and says what is expected', (text) => {
  expect(() => listenOn(text)).toThrow(/ROLLCALL_METRICS_LISTEN must be (an IP address and a port such as|a port from)/)
})

const threads = (text: string) => readCollectorConfig({}, { ROLLCALL_THREADS: text }).threads

test.each([
  ['1', 1],
  ['2', 2],
  ['64', 64],
])('ROLLCALL_THREADS accepts %s', (text, count) => {
  expect(threads(text)).toBe(count)
})

const gib = 2 ** 30

test.each([
  { cores: 1, memory: 8 * gib, count: 1 },
  { cores: 2, memory: 24 * gib, count: 3 },
  { cores: 2, memory: 2.5 * gib, count: 2 },
  { cores: 16, memory: 4 * gib, count: 4 },
  { cores: 4, memory: gib / 2, count: 1 },
  { cores: 128, memory: 512 * gib, count: 5 },
])('$cores cores with $memory bytes have $count threads by default', ({ cores, memory, count }) => {
  expect(defaultThreads(cores, memory)).toBe(count)
})

test.each(['0', '65', '-1', '1.5', '2x', '1e1'])('ROLLCALL_THREADS refuses "%s" and says what is expected', (text) => {
  expect(() => threads(text)).toThrow('ROLLCALL_THREADS must be a number from 1 to 64')
})
