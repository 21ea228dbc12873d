import { describe, expect, it } from 'vitest'
import { readNtlmChallenge } from './messages.ts'
import { ntlmChallenge } from './testing/challenge.ts'

describe('a challenge', () => {
  it.each([
    [{ netbiosName: 'PC-7' }, { hostname: 'PC-7' }],
    [{ netbiosName: 'FILER-7', dnsName: 'vm' }, { hostname: 'FILER-7' }],
    [
      { netbiosName: 'ACCOUNTING-SERV', dnsName: 'accounting-server-2.corp.example.org' },
      { hostname: 'accounting-server-2', dnsName: 'accounting-server-2.corp.example.org' },
    ],
    // A machine outside of a domain gives its own name as the domain.
    [{ netbiosName: 'PC-7', netbiosDomain: 'PC-7', dnsName: 'PC-7', dnsDomain: 'PC-7' }, { hostname: 'PC-7' }],
    [
      { netbiosName: 'PC-7', netbiosDomain: 'OFFICE' },
      { hostname: 'PC-7', domain: 'OFFICE' },
    ],
  ])('%j has the names %j', (given, expected) => {
    const { hostname, dnsName, domain } = readNtlmChallenge(ntlmChallenge(given)) ?? {}
    expect({ hostname, dnsName, domain }).toEqual({ dnsName: undefined, domain: undefined, ...expected })
  })

  it.each([
    [[10, 0, 17763], 'Windows'],
    [[10, 0, 19045], 'Windows 10'],
    [[10, 0, 22631], 'Windows 11'],
    [[10, 0, 20348], 'Windows Server 2022'],
    [[6, 1, 7601], 'Windows'],
    [[5, 1, 2600], 'Windows XP'],
    // Samba and appliances.
    [[6, 1, 0], undefined],
    [[10, 0, 0], undefined],
    [[0, 0, 0], undefined],
    [[10, 1, 22631], undefined],
    [[255, 255, 65_535], undefined],
  ] as const)('of version %j is of %s', (version, name) => {
    expect(readNtlmChallenge(ntlmChallenge({ netbiosName: 'X', version }))?.os?.name).toBe(name)
  })

  it('is read as far as it goes wherever it is cut', () => {
    const whole = ntlmChallenge({ netbiosName: 'PC-7', dnsName: 'pc-7.example.org', version: [10, 0, 22631] })
    for (let length = 0; length < whole.length; length++) {
      const { hostname } = readNtlmChallenge(whole.subarray(0, length)) ?? {}
      expect((hostname || 'PC-7').toUpperCase(), `${length} bytes`).toBe('PC-7')
    }
  })
})
