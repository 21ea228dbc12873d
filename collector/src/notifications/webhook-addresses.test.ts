import { describe, expect, it } from 'vitest'
import { allowedAddresses, reachOf } from './webhook-addresses.ts'

describe('an address', () => {
  it.each([
    [
      'metadata',
      ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'],
    ],
    [
      'metadata',
      ['::ffff:169.254.169.254', '::169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', '::ffff:0:a9fe:a9fe'],
    ],
    [
      'private',
      ['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.1.1', '100.64.0.1'],
    ],
    ['private', ['224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1']],
    [
      'private',
      [
        '::1',
        '::',
        'fe80::1',
        'fe80::1%eth0',
        'fc00::1',
        'fd12::1',
        'ff02::1',
        'fec0::1',
        '::ffff:127.0.0.1',
        '::127.0.0.1',
      ],
    ],
    ['private', ['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::1', '2001::1', '2001:db8::1', '4000::1']],
    ['public', ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::808:808']],
  ] as const)('is %s: %j', (reach, addresses) => {
    for (const address of addresses) expect(`${address} ${reachOf(address)}`).toBe(`${address} ${reach}`)
  })
})

describe('the addresses of a webhook', () => {
  const resolvesTo =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const of = (url: string, allowPrivate: boolean, ...addresses: string[]) =>
    allowedAddresses(new URL(url), allowPrivate, resolvesTo(...addresses))

  it('are refused when one of them is not allowed', async () => {
    await expect(of('https://a.example', false, '8.8.8.8', '10.0.0.1')).rejects.toThrow('10.0.0.1 is on this machine')
    await expect(of('https://a.example', true, '8.8.8.8', '10.0.0.1')).resolves.toHaveLength(2)
    await expect(of('https://a.example', true, '8.8.8.8', '169.254.169.254')).rejects.toThrow('metadata')
  })

  it.each([
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.1]/',
  ])('are seen through however they are written: %s', async (url) => {
    await expect(of(url, false)).rejects.toThrow('is on this machine or network')
  })

  it('never are a metadata service, however it is written', async () => {
    for (const host of ['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]']) {
      await expect(of(`http://${host}/latest`, true), host).rejects.toThrow('metadata service')
    }
  })

  it('take http:// only on the own network', async () => {
    await expect(of('http://a.example', true, '8.8.8.8')).rejects.toThrow('use https://')
    await expect(of('http://a.example', true, '10.0.0.1')).resolves.toEqual([{ address: '10.0.0.1', family: 4 }])
  })
})
