import { describe, expect, it } from 'vitest'
import { proxyName, readProxy } from './proxy-setting.ts'

const proxyOf = (env: NodeJS.ProcessEnv, url = 'https://collector.example:8443', ofJoin?: string) =>
  readProxy(env, ofJoin)(new URL(url))?.href

describe('readProxy', () => {
  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://one:3128' }, 'http://one:3128/'],
    [{ https_proxy: 'http://one:3128' }, 'http://one:3128/'],
    [{ https_proxy: 'http://lower:3128', HTTPS_PROXY: 'http://upper:3128' }, 'http://lower:3128/'],
    [{ HTTPS_PROXY: 'one:3128' }, 'http://one:3128/'],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTP_PROXY: 'http://one:3128' }, undefined],
    [{ ROLLCALL_PROXY: 'http://own:8080', HTTPS_PROXY: 'http://one:3128', NO_PROXY: '*' }, 'http://own:8080/'],
    [{ ROLLCALL_PROXY: 'none', HTTPS_PROXY: 'http://one:3128' }, undefined],
    [{ HTTPS_PROXY: 'http://user:p%40ss@one:3128' }, 'http://user:p%40ss@one:3128/'],
    [{ HTTPS_PROXY: 'http://[fd00::1]:3128' }, 'http://[fd00::1]:3128/'],
  ])('reads %o', (env, proxy) => {
    expect(proxyOf(env)).toBe(proxy)
  })

  it('uses the proxy of the join where the environment names none, and only there', () => {
    const ofJoin = 'http://join:3128'
    const url = 'https://collector.example:8443'
    expect(proxyOf({}, url, ofJoin)).toBe('http://join:3128/')
    expect(proxyOf({ HTTPS_PROXY: 'http://one:3128' }, url, ofJoin)).toBe('http://one:3128/')
    expect(proxyOf({ HTTPS_PROXY: 'http://one:3128', NO_PROXY: 'example' }, url, ofJoin)).toBeUndefined()
    expect(proxyOf({ ROLLCALL_PROXY: 'none' }, url, ofJoin)).toBeUndefined()
  })

  it.each([
    ['*', true],
    ['collector.example', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['EXAMPLE', true],
    ['other, collector.example', true],
    ['other collector.example', true],
    ['collector.example:8443', true],
    ['collector.example:443', false],
    ['llector.example', false],
    ['collector', false],
    ['10.0.0.0/8', false],
    ['', false],
  ])('NO_PROXY=%s exempts the collector: %s', (list, isDirect) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      expect(proxyOf({ HTTPS_PROXY: 'http://one:3128', [name]: list }) === undefined).toBe(isDirect)
    }
  })

  it.each([
    ['https://10.1.2.3:8443', '10.0.0.0/8', true],
    ['https://10.1.2.3:8443', '10.1.2.3', true],
    ['https://10.1.2.3:8443', '10.1.2.4', false],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://[fd00::5]:8443', 'fd00::/8', true],
    ['https://[fd00::5]:8443', '[fd00::5]:8443', true],
    ['https://[fd00::5]', '[fd00::5]:443', true],
    ['https://[fd00::5]:8443', 'fe80::/10', false],
  ])('reaches %s directly by NO_PROXY=%s: %s', (url, list, isDirect) => {
    expect(proxyOf({ HTTPS_PROXY: 'http://one:3128', NO_PROXY: list }, url) === undefined).toBe(isDirect)
  })

  it.each(['https://127.0.0.1:8443', 'https://127.9.9.9', 'https://localhost:8443', 'https://[::1]:8443'])(
    'reaches %s, on this machine, directly',
    (url) => {
      expect(proxyOf({ HTTPS_PROXY: 'http://one:3128' }, url, 'http://join:3128')).toBeUndefined()
      expect(proxyOf({ ROLLCALL_PROXY: 'http://one:3128' }, url)).toBeUndefined()
    },
  )

  it.each(['https://proxy:443', 'socks5://proxy:1080', 'http://', 'http://user:hush@proxy:port'])(
    'refuses %s without quoting it',
    (text) => {
      const read = () => readProxy({ HTTPS_PROXY: text })
      expect(read).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy, such as/)
      expect(read).not.toThrow(/hush|socks/)
    },
  )
})

it('names a proxy without its user and password', () => {
  expect(proxyName(new URL('http://user:hush@proxy.example:3128'))).toBe('http://proxy.example:3128')
})
