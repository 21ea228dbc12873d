import { describe, expect, it } from 'vitest'
import { allowedAddresses } from './webhook-addresses.ts'

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
