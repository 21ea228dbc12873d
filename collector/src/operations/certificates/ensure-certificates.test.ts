import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import { createClient, fetchPinnedCa, spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import { listenHttps } from '../../http/server/server.ts'
import { ensureCertificates } from './ensure-certificates.ts'
import { makeCa, makeServerCertificate } from './local-ca.ts'

const folder = await tmpFolder()
afterAll(() => folder.remove())
const now = new Date()
const log = { warn: vi.fn() }
const make = (extraHosts: string[] = [], at = now) =>
  ensureCertificates({ dataDir: folder.path, own: undefined, extraHosts, mayMakeCa: true, now: at, log })

async function serve(files: { keyFile: string; chainFile: string }) {
  const server = createServer(
    { key: readFileSync(files.keyFile), cert: readFileSync(files.chainFile) },
    (_, response) => response.end('{"ok":true}'),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

test('gives a client with the pin the CA, which it then trusts alone', async () => {
  const certificates = await make()
  const server = await serve(certificates)
  const caPem = await fetchPinnedCa(server.url, certificates.caPin)
  const answer = await createClient({ url: server.url, caPem })({ method: 'GET', path: '/' })
  expect(answer.status).toBe(200)
  await expect(fetchPinnedCa(server.url, Buffer.alloc(32).toString('base64'))).rejects.toThrow(
    /not the collector that issued this join token/,
  )
  server.close()
})

test('rejects a server of another CA', async () => {
  const other = await tmpFolder()
  const server = await serve(
    await ensureCertificates({ dataDir: other.path, own: undefined, extraHosts: [], mayMakeCa: true, now, log }),
  )
  const { caPem } = await make()
  await expect(createClient({ url: server.url, caPem })({ method: 'GET', path: '/' })).rejects.toThrow(/certificate/)
  server.close()
  await other.remove()
})

test('keeps a certificate until it is about to expire or a name is missing', async () => {
  const first = readFileSync((await make()).chainFile, 'utf8')
  expect(readFileSync((await make()).chainFile, 'utf8')).toBe(first)
  const named = readFileSync((await make(['collector.example'])).chainFile, 'utf8')
  expect(named).not.toBe(first)
  const later = new Date(now.getTime() + 380 * 24 * 3600 * 1000)
  expect(readFileSync((await make(['collector.example'], later)).chainFile, 'utf8')).not.toBe(named)
})

test('keeps its key when it renews a certificate, because install commands name it', async () => {
  const keyOf = ({ chainFile }: { chainFile: string }) => spkiPin(readFileSync(chainFile, 'utf8'))
  const first = keyOf(await make())
  expect(keyOf(await make(['collector.example']))).toBe(first)
  const renewed = await make(['collector.example'], new Date(now.getTime() + 390 * 24 * 3600 * 1000))
  expect(keyOf(renewed)).toBe(first)
  const server = await serve(renewed)
  expect((await createClient({ url: server.url, caPem: renewed.caPem })({ method: 'GET', path: '/' })).status).toBe(200)
  server.close()
})

test('makes keys readable by their owner only', async () => {
  const { keyFile } = await make()
  expect(statSync(keyFile).mode & 0o077).toBe(0)
})

/** Creates a server certificate of a foreign CA, as an operator provides it. */
async function ownFiles() {
  const ca = await makeCa(now)
  const server = await makeServerCertificate(ca, ['127.0.0.1', 'localhost'], now)
  const file = (name: string, text: string) => {
    const path = `${folder.path}/${name}`
    writeFileSync(path, text)
    return path
  }
  return {
    ca,
    keyFile: file('own.key', server.keyPem),
    chain: file('own.pem', server.certificatePem + ca.certificatePem),
    leafOnly: file('leaf.pem', server.certificatePem),
    caOnly: file('their-ca.pem', ca.certificatePem),
  }
}

test("serves the operator's certificate with its chain, whose CA the parts trust", async () => {
  const { keyFile, chain, leafOnly, caOnly } = await ownFiles()
  for (const own of [
    { certificateFile: chain, keyFile, caFile: undefined },
    { certificateFile: leafOnly, keyFile, caFile: caOnly },
  ]) {
    const certificates = await ensureCertificates({
      dataDir: folder.path,
      own,
      extraHosts: [],
      mayMakeCa: true,
      now,
      log,
    })
    const server = await serve(certificates)
    const caPem = await fetchPinnedCa(server.url, certificates.caPin)
    expect((await createClient({ url: server.url, caPem })({ method: 'GET', path: '/' })).status).toBe(200)
    server.close()
  }
})

test("returns from the operator's certificate to the same local CA", async () => {
  const before = await make()
  const { keyFile, chain } = await ownFiles()
  const own = { certificateFile: chain, keyFile, caFile: undefined }
  const meanwhile = await ensureCertificates({ dataDir: folder.path, own, extraHosts: [], mayMakeCa: true, now, log })
  expect(meanwhile.caPin).not.toBe(before.caPin)
  expect((await make()).caPin).toBe(before.caPin)
})

test('rejects an unusable certificate of the operator in one line', async () => {
  const { keyFile, leafOnly, chain } = await ownFiles()
  const { caFile } = await make()
  const refusal = (own: { certificateFile: string; keyFile: string; caFile: string | undefined }) =>
    expect(ensureCertificates({ dataDir: folder.path, own, extraHosts: [], mayMakeCa: true, now, log })).rejects
  const otherKey = `${folder.path}/tls/ca.key`
  await refusal({ certificateFile: chain, keyFile: otherKey, caFile: undefined }).toThrow(
    /the key does not belong to the/,
  )
  await refusal({ certificateFile: leafOnly, keyFile, caFile: undefined }).toThrow(
    /contains only the server.s certificate/,
  )
  await refusal({ certificateFile: leafOnly, keyFile, caFile }).toThrow(/is not its issuing CA/)
  await refusal({ certificateFile: keyFile, keyFile, caFile: undefined }).toThrow(/contains no certificate/)
})

test('shows a renewed certificate to new connections', async () => {
  const first = await make()
  const server = await listenHttps(() => new Response('{}'), {
    ...first,
    host: '127.0.0.1',
    port: 0,
    log: pino({ level: 'silent' }),
  })
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: server.port, ca: first.caPem }, () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      })
      socket.once('error', reject)
    })
  const before = await shown()
  expect(server.renew(await make())).toBe(false)
  expect(await shown()).toBe(before)
  expect(server.renew(await make(['renewed.example']))).toBe(true)
  expect(await shown()).not.toBe(before)
  await server.close()
})
