import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { startDevice } from '../banner/testing/device.ts'
import { certificatePrint, readCertificate } from './certificate.ts'

const never = new AbortController().signal
const names = (count: number) => Array.from({ length: count }, (_, i) => `host-${i}.long-enough.example`)

test('reads the certificate of a TLS port with only a handshake', async () => {
  const device = await startDevice(() => undefined, { tls: await makeServerTls('mail.example') })
  const heard = await readCertificate(device, never)
  expect(heard?.print).toMatchObject({ name: 'tls', certificate: { names: ['mail.example'] } })
  expect(device.received()).toBe('')
  await device.stop()
})

test('keeps some of a thousand names', async () => {
  const { cert } = await makeServerTls(...names(1_000))
  expect(certificatePrint(new X509Certificate(cert))?.names).toEqual(names(32))
})

test('ignores a certificate with 10,000 names', async () => {
  const tls = await makeServerTls(...names(10_000))
  expect(certificatePrint(new X509Certificate(tls.cert))).toBeUndefined()
  const device = await startDevice(() => undefined, { tls })
  expect(await readCertificate(device, never)).toBeUndefined()
  await device.stop()
})
