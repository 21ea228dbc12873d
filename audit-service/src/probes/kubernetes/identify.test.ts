import { afterEach, beforeAll, expect, it } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { startDevice, type TestDevice } from '../banner/testing/device.ts'
import { servesPages } from '../http/testing/pages.ts'
import { readWith } from '../identify/testing/read.ts'
import { kubernetesPrint } from './identify.ts'

let tls: Awaited<ReturnType<typeof makeServerTls>>
const devices: TestDevice[] = []
beforeAll(async () => {
  tls = await makeServerTls('kubernetes.default.svc')
})
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

/** Answer of Kubernetes 1.31. */
const version = {
  major: '1',
  minor: '31',
  gitVersion: 'v1.31.1',
  gitCommit: '948afe5ca072329a73c8e79ed5938717a5cb3d21',
  gitTreeState: 'clean',
  buildDate: '2024-09-11T21:22:08Z',
  goVersion: 'go1.22.6',
  compiler: 'gc',
  platform: 'linux/amd64',
}

async function read(page: Parameters<typeof servesPages>[0][string]) {
  const device = await startDevice(servesPages({ '/version': page }), { tls })
  devices.push(device)
  return { device, ...(await readWith(kubernetesPrint, device)) }
}

it('reports the version of a cluster without a login, and nothing of the host', async () => {
  const { print, device } = await read({ body: version })
  expect(print).toMatchObject({
    protocol: 'tcp',
    name: 'kubernetes',
    product: 'Kubernetes',
    version: '1.31.1',
    banner: 'linux/amd64',
  })
  expect(print).not.toHaveProperty('device')
  expect(device.received().match(/^\w+ \S+ HTTP/gm)).toEqual(['GET /version HTTP'])
  expect(device.received()).not.toMatch(/Authorization/i)
})

it.each([
  ['v1.30.4+k3s1', 'K3s'],
  ['v1.29.8+rke2r1', 'RKE2'],
  ['v1.30.2-eks-1552ad0', 'Amazon EKS'],
])('names the distribution of %s', async (gitVersion, product) => {
  const { print } = await read({ body: { ...version, gitVersion } })
  expect(print).toMatchObject({ product, version: gitVersion.slice(1) })
})

it.each([
  ['a refusal', { status: 403, body: { kind: 'Status', status: 'Failure' } }],
  ['a web page', { body: '<html></html>' }],
  ['Docker', { body: { Version: '27.3.1', ApiVersion: '1.47' } }],
])('a port with %s is no readable Kubernetes API', async (_, page) => {
  expect((await read(page)).print).toBeUndefined()
})
