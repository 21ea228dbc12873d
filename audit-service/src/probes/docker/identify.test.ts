import { afterEach, describe, expect, it } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { startDevice, type TestDevice } from '../banner/testing/device.ts'
import { servesPages } from '../http/testing/pages.ts'
import { readWith } from '../identify/testing/read.ts'
import { dockerPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

/** Answers of Docker 27 on Debian, without the fields that are not read. */
const version = {
  Platform: { Name: 'Docker Engine - Community' },
  Version: '27.3.1',
  ApiVersion: '1.47',
  MinAPIVersion: '1.24',
  Os: 'linux',
  Arch: 'amd64',
  KernelVersion: '6.1.0-26-amd64',
}
const info = {
  ID: 'b1c7f2d0-0000-4000-8000-000000000017',
  Containers: 4,
  OperatingSystem: 'Debian GNU/Linux 12 (bookworm)',
  OSVersion: '12',
  Name: 'build-7',
  ServerVersion: '27.3.1',
}

async function read(pages: Parameters<typeof servesPages>[0], options: Parameters<typeof startDevice>[1] = {}) {
  const device = await startDevice(servesPages(pages), options)
  devices.push(device)
  return { device, ...(await readWith(dockerPrint, device)) }
}
const osOf = async (fields: object) => {
  const pages = { '/version': { body: version }, '/info': { body: { ...info, OSVersion: '', ...fields } } }
  return (await read(pages)).print?.device?.os
}

describe('an open Docker API', () => {
  it('reports version, name and operating system, and nothing else is asked', async () => {
    const { print, device, faults } = await read({ '/version': { body: version }, '/info': { body: info } })
    expect(print).toMatchObject({
      protocol: 'tcp',
      name: 'docker',
      product: 'Docker Engine - Community',
      version: '27.3.1',
      banner: 'API 1.47 without a login',
      device: { type: 'computer', hostname: 'build-7', os: { name: 'Debian GNU/Linux', version: '12' } },
    })
    expect(faults).toEqual([])
    expect(device.received().match(/^\w+ \S+ HTTP/gm)).toEqual(['GET /version HTTP', 'GET /info HTTP'])
  })

  it('over TLS is read too', async () => {
    const address = '127.0.23.76'
    const tls = await makeServerTls('docker.example')
    const { print } = await read({ '/version': { body: version } }, { tls, address, port: 2376 })
    expect(print).toMatchObject({ version: '27.3.1', device: { type: 'computer' } })
  })

  it('names its operating system in several ways', async () => {
    expect(await osOf({ OperatingSystem: 'Ubuntu 22.04.5 LTS', OSVersion: '22.04' })).toEqual({
      name: 'Ubuntu',
      version: '22.04',
    })
    expect(await osOf({ OperatingSystem: 'Alpine Linux v3.20' })).toEqual({ name: 'Alpine Linux', version: '3.20' })
    expect(await osOf({ OperatingSystem: 'Arch Linux' })).toEqual({ name: 'Arch Linux' })
    expect(await osOf({ OperatingSystem: 'Docker Desktop' })).toBeUndefined()
    expect(await osOf({ OperatingSystem: 42 })).toBeUndefined()
  })
})

it.each([
  ['a web page', { '/version': { body: '<html></html>' } }],
  ['a login', { '/version': { status: 401, body: version } }],
  ['other JSON', { '/version': { body: { Version: 3 } } }],
  ['a redirection', { '/version': { status: 301, headers: ['Location: http://127.0.0.9:2375/version'] } }],
  ['Kubernetes', { '/version': { body: { major: '1', minor: '31', gitVersion: 'v1.31.1' } } }],
])('a port with %s is no Docker API', async (_, pages) => {
  const { print, device } = await read(pages)
  expect([print, device.connections()]).toEqual([undefined, 1])
})
