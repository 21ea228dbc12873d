import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { startDevice } from '../banner/testing/device.ts'
import { certificatePrint, readCertificate } from './certificate.ts'

const never = new AbortController().signal
const names = (count: number) => Array.from({ length: count }, (_, i) => `host-${i}.long-enough.example`)

test('a port that speaks TLS shows its certificate, and is sent nothing but the handshake', async () => {
  const device = await startDevice(() => undefined, { tls: await makeServerTls('mail.example') })
  const heard = await readCertificate(device, never)
  expect(heard?.print).toMatchObject({ name: 'tls', certificate: { names: ['mail.example'] } })
  expect(device.received()).toBe('')
  await device.stop()
})

test('of a thousand names some are kept', async () => {
  const { cert } = await makeServerTls(...names(1_000))
  expect(certificatePrint(new X509Certificate(cert))?.names).toEqual(names(32))
})

test('a certificate with 10,000 names is none, and the port is done with', async () => {
  const tls = await makeServerTls(...names(10_000))
  expect(certificatePrint(new X509Certificate(tls.cert))).toBeUndefined()
  const device = await startDevice(() => undefined, { tls })
  expect(await readCertificate(device, never)).toBeUndefined()
  await device.stop()
})
