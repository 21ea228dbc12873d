import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureCertificates } from '@rollcall/collector/operations/certificates/ensure-certificates.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { certificateCheck, databaseCheck, requirePrerequisites } from './run-doctor.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await folder.remove()
})

const issue = () =>
  ensureCertificates({
    dataDir: folder.path,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    now: new Date(),
    log: { warn: () => undefined },
  })

it('says when the certificate ends, and what to do where it ends soon or has ended', async () => {
  expect(certificateCheck(folder.path, '')).toEqual([])
  await issue()
  const state = () => certificateCheck(folder.path, '').map((each) => each.state)
  const inDays = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
  expect(state()).toEqual(['ok'])
  inDays(390)
  expect(state()).toEqual(['missing'])
  inDays(30)
  expect(state()).toEqual(['broken'])
})

it('names a certificate of the operator that is not there or cannot be read', async () => {
  expect(certificateCheck(folder.path, join(folder.path, 'chain.pem'))).toMatchObject([
    { state: 'broken', detail: expect.stringMatching(/chain\.pem cannot be read: ENOENT/) },
  ])
  await mkdir(join(folder.path, 'tls'))
  await writeFile(join(folder.path, 'tls', 'server.pem'), 'no certificate')
  expect(certificateCheck(folder.path, '')).toMatchObject([{ state: 'broken' }])
})

it('names a PostgreSQL that does not answer, without its password', async () => {
  const [row] = await databaseCheck('postgresql://rollcall:secret@127.0.0.1:1/rollcall')
  expect(row).toMatchObject({
    name: 'database',
    state: 'broken',
    detail: expect.stringMatching(/^PostgreSQL does not answer at 127\.0\.0\.1:1\/rollcall .*start it/),
  })
  expect(row?.detail).not.toContain('secret')
  expect(await databaseCheck('')).toEqual([])
})

it.each(['ROLLCALL_PORT', 'ROLLCALL_METRICS_LISTEN'])(
  'refuses an installation whose port in %s is taken, and says what to do',
  async (setting) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? `${address.port}` : ''
    vi.stubEnv('ROLLCALL_PORT', '0')
    vi.stubEnv(setting, setting === 'ROLLCALL_PORT' ? port : `127.0.0.1:${port}`)
    try {
      const refused = requirePrerequisites({ dataDir: folder.path, host: '127.0.0.1', natsPort: '0' })
      await expect(refused).rejects.toThrow(OperatorError)
      await expect(refused).rejects.toThrow(
        new RegExp(`nothing was installed[\\s\\S]*port ${port}: .*EADDRINUSE.*choose another in ${setting}`),
      )
    } finally {
      server.close()
    }
  },
)
