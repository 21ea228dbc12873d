import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { startProcess } from '../harness/processes.ts'
import { launcher, runCli } from '../harness/rollcall.ts'
import { makeServerTls } from '../harness/server-tls.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

let folder: TmpFolder
beforeAll(async () => {
  folder = await tmpFolder()
})
afterAll(() => folder?.remove())

test.each([['rollcall.corp.example'], ['*.corp.example'], ['10.1.2.3']])(
  'a collector with a certificate for %s alone starts, and its own commands reach it',
  async (name) => {
    const { key, cert, ca } = await makeServerTls(name)
    const file = (end: string) => join(folder.path, `${name.replace('*', 'any')}.${end}`)
    await writeFile(file('key'), key)
    await writeFile(file('pem'), cert + ca)
    const dataDir = file('data')
    const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
    await using collector = await startProcess({
      program: launcher.program,
      args: [launcher.script, 'collector', 'run', '--json', '--data-dir', dataDir, ...ports],
      env: { ...process.env, ROLLCALL_TLS_CERT_FILE: file('pem'), ROLLCALL_TLS_KEY_FILE: file('key') },
      ready: /"natsUrl"/,
    })
    expect(collector.output()).not.toContain('altnames')
    const status = await runCli(['collector', 'status', '--data-dir', dataDir])
    expect(status, status.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^collector \S+ ready at /) })
  },
)
