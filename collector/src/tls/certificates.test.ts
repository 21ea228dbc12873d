import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createClient, fetchPinnedCa } from '@rollcall/shared/node/pinned-client.ts'
import { afterAll, expect, test } from 'vitest'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { ensureCertificates } from './certificates.ts'

const folder = await tmpFolder()
afterAll(() => folder.remove())
const now = new Date()
const make = (extraHosts: string[] = [], at = now) =>
  ensureCertificates({ dataDir: folder.path, own: undefined, extraHosts, now: at })

async function serve(files: { keyFile: string; chainFile: string }) {
  const server = createServer(
    { key: readFileSync(files.keyFile), cert: readFileSync(files.chainFile) },
    (_, response) => response.end('{"ok":true}'),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

test('a client that knows only the pin gets the CA and then trusts nothing else', async () => {
  const certificates = await make()
  const server = await serve(certificates)
  const caPem = await fetchPinnedCa(server.url, certificates.caPin)
  const answer = await createClient({ url: server.url, caPem })({ method: 'GET', path: '/' })
  expect(answer.status).toBe(200)
  await expect(fetchPinnedCa(server.url, Buffer.alloc(32).toString('base64'))).rejects.toThrow(
    /not the collector this join token/,
  )
  server.close()
})

test('a server of another CA is refused', async () => {
  const other = await tmpFolder()
  const server = await serve(await ensureCertificates({ dataDir: other.path, own: undefined, extraHosts: [], now }))
  const { caPem } = await make()
  await expect(createClient({ url: server.url, caPem })({ method: 'GET', path: '/' })).rejects.toThrow(/certificate/)
  server.close()
  await other.remove()
})

test('the same certificate serves on until it is nearly over or a name is missing', async () => {
  const first = readFileSync((await make()).chainFile, 'utf8')
  expect(readFileSync((await make()).chainFile, 'utf8')).toBe(first)
  const named = readFileSync((await make(['collector.example'])).chainFile, 'utf8')
  expect(named).not.toBe(first)
  const later = new Date(now.getTime() + 380 * 24 * 3600 * 1000)
  expect(readFileSync((await make(['collector.example'], later)).chainFile, 'utf8')).not.toBe(named)
})

test('keys are readable by their owner only', async () => {
  const { keyFile } = await make()
  expect(statSync(keyFile).mode & 0o077).toBe(0)
})

test('a certificate of the user that does not fit its key is refused in one line', async () => {
  const { chainFile } = await make()
  const own = { certificateFile: chainFile, keyFile: `${folder.path}/tls/ca.key` }
  await expect(ensureCertificates({ dataDir: folder.path, own, extraHosts: [], now })).rejects.toThrow(
    /cannot use the TLS certificate .* the key is not that of the certificate/,
  )
})
