import { expect, test } from 'vitest'
import { flagForbidden, wantedOf } from './packages.ts'

const software = [
  { name: 'bash', version: '5.2', publisher: 'GNU', source: 'dpkg' },
  { name: 'firefox', version: '118', publisher: 'Mozilla', source: 'snap' },
  { name: 'telnetd', version: '0.17', source: 'dpkg' },
  { name: 'telnetd', version: '0.18', publisher: 'GNU', source: 'dpkg' },
]
const packages = flagForbidden(software, [{ productId: '1', name: 'telnetd', version: '0.17' }])
const names = (wanted: Parameters<typeof wantedOf>[1]) =>
  wantedOf(packages, wanted).map(({ name, version }) => `${name} ${version}`)

test('flags only the Forbidden version', () => {
  expect(packages.filter(({ isForbidden }) => isForbidden).map(({ version }) => version)).toEqual(['0.17'])
})

test.each([
  [{}, ['bash 5.2', 'firefox 118', 'telnetd 0.17', 'telnetd 0.18']],
  [{ q: 'GNU' }, ['bash 5.2', 'telnetd 0.18']],
  [{ only: 'forbidden' }, ['telnetd 0.17']],
  [{ source: 'snap' }, ['firefox 118']],
  [{ by: 'publisher' }, ['telnetd 0.17', 'bash 5.2', 'telnetd 0.18', 'firefox 118']],
  [{ by: 'constructor' }, ['bash 5.2', 'firefox 118', 'telnetd 0.17', 'telnetd 0.18']],
])('filters by %j to %j', (wanted, expected) => expect(names(wanted)).toEqual(expected))
