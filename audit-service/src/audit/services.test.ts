import { expect, test } from 'vitest'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import { servicesOf } from './services.ts'

const host = (ports: NmapHost['ports']): NmapHost => ({
  address: '10.0.0.9',
  hostnames: [],
  ports,
  timedOut: false,
  rawXml: '',
})
const port = (number: number, said: object = {}) => ({ port: number, protocol: 'tcp' as const, state: 'open', ...said })

test('prefers a detected name to one by number, and the product of nmap to ours', () => {
  const services = servicesOf({
    live: { address: '10.0.0.9', foundBy: 'tcp', openPorts: [8443] },
    ports: host([
      port(8080, { name: 'http-proxy' }),
      port(993, { name: 'imaps' }),
      port(22, { name: 'ssh' }),
      port(23, { state: 'closed' }),
    ]),
    versions: host([port(22, { name: 'ssh', product: 'Dropbear sshd' })]),
    prints: [
      {
        port: 22,
        protocol: 'tcp',
        name: 'ssh',
        product: 'dropbear',
        version: '2020.81',
        banner: 'SSH-2.0-dropbear_2020.81',
      },
      { port: 993, protocol: 'tcp', name: 'tls', certificate: { subject: 'CN=mail', issuer: 'CN=ca' } },
      { port: 8080, protocol: 'tcp', name: 'http', page: { title: 'Log in' }, banner: 'Title: Log in' },
    ],
    netbios: {},
    probes: [],
    truncated: [],
  })
  expect(services).toEqual([
    { port: 22, protocol: 'tcp', name: 'ssh', product: 'Dropbear sshd', banner: 'SSH-2.0-dropbear_2020.81' },
    { port: 993, protocol: 'tcp', name: 'imaps', certificate: { subject: 'CN=mail', issuer: 'CN=ca' } },
    { port: 8080, protocol: 'tcp', name: 'http', banner: 'Title: Log in' },
    { port: 8443, protocol: 'tcp' },
    { port: 137, protocol: 'udp', name: 'netbios-ns' },
  ])
})
