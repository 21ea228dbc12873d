import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startUp } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'

const expiredJwt = ['{"typ":"JWT","alg":"ed25519-nkey"}', '{"exp":1}', 'signature']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')

test('renews the access of the local Audit Service when the collector moved to another port', async () => {
  await using folder = await tmpFolder()
  const options = { dataDir: join(folder.path, 'data'), args: ['--no-agent'] }
  const first = await startUp(options)
  await first.stop()
  const file = join(options.dataDir, 'audit-service', 'service.json')
  const joined = JSON.parse(await readFile(file, 'utf8')) as { collectorUrl: string }
  await writeFile(file, JSON.stringify({ ...joined, userJwt: expiredJwt }))
  // It is ready once the collector has a heartbeat of the Audit Service.
  await using second = await startUp(options)
  expect(second.facts.url).not.toBe(joined.collectorUrl)
  expect(second.facts.auditServiceId).toBe(first.facts.auditServiceId)
})
