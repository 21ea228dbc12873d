import { expect, test } from 'vitest'
import { lines, portList, portText, readAddresses } from './lists.ts'

test('splits a list at line breaks and commas', () => {
  expect(lines(' 10.0.0.0/24,10.0.1.0/24\n\n nas.example ;')).toEqual(['10.0.0.0/24', '10.0.1.0/24', 'nas.example'])
})

test.each([
  ['22, 80 443;8000-8002', [22, 80, 443, 8000, 8001, 8002], '22, 80, 443, 8000-8002'],
  ['80, 80', [80], '80'],
  ['', [], ''],
])('parses the ports %j', (text, ports, shown) => {
  expect(portList(text)).toEqual(ports)
  expect(portText(ports)).toBe(shown)
})

test.each(['0', '65536', '80-22', 'ssh', '1.5', '-80', '22-', '1e3'])('rejects the port %j', (text) =>
  expect(portList(text)).toBeUndefined(),
)

test.each([
  ['10.0.0.0/24', true, { about: '254 addresses' }],
  ['10.0.0.7', true, { about: '1 address' }],
  ['nas.example', true, { about: '1 name' }],
  ['10.0.0.0/30\nnas.example, ups.example', true, { about: '2 addresses and 2 names' }],
  ['10.0.0.0/16', false, { about: '65,534 addresses' }],
  ['', true, undefined],
])('counts the addresses of %j', (text, allowNames, read) => expect(readAddresses(text, allowNames)).toEqual(read))

test('names the first errors and counts the rest', () => {
  expect(readAddresses('nas.example', false)).toEqual({ error: expect.stringMatching(/"nas.example" is a name/) })
  const { error } = readAddresses('10.0.0.256\n224.0.0.1\n10.0.0.9-10.0.0.1\n10.0.0.0/33\na b', true) as {
    error: string
  }
  expect(error.split('; ')).toHaveLength(4)
  expect(error).toMatch(/and 2 more$/)
})
