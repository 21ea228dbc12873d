import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { ensureCertificates } from '../../operations/certificates/ensure-certificates.ts'
import { openOfferedPackages } from '../../operations/offered-packages.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { errorMapper } from '../answers/problem.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { testApp } from '../testing/app.ts'
import { installCommands, pinsIn } from './install-command.ts'
import { installRoutes } from './install-routes.ts'

let folder: TmpFolder
let installation: HttpDeps['installation']
beforeEach(async () => {
  folder = await tmpFolder()
  const log = { warn: () => undefined }
  const ca = { own: undefined, extraHosts: [], mayMakeCa: true, now: new Date() }
  const { chainFile } = await ensureCertificates({ dataDir: folder.path, ...ca, log })
  installation = { chainFile, packages: openOfferedPackages(folder.path) }
})
afterEach(() => folder.remove())

function serve() {
  const app = new OpenAPIHono<Environment>()
  installRoutes(app, { installation } as HttpDeps)
  app.onError(errorMapper({ error: () => undefined } as never))
  return app
}

it('serves a script for sh that names each package of its part with its checksum', async () => {
  await writeFile(join(folder.path, 'rollcall-agent_1.0.0_amd64.deb'), 'abc')
  await writeFile(join(folder.path, 'rollcall-audit-service_1.0.0_amd64.deb'), 'abc')
  const script = await (await serve().request('https://collector.example:8443/install/agent')).text()
  expect(script).toContain("url='https://collector.example:8443'\n")
  expect(script).toMatch(/pin='sha256\/\/[A-Za-z0-9+/]{43}='\n/)
  expect(script).toMatch(/packages='deb x86_64 1\.0\.0 ba7816bf[0-9a-f]{56} rollcall-agent_1\.0\.0_amd64\.deb'\n/)
  expect(script).not.toMatch(/@[A-Z]+@/)
  const file = join(folder.path, 'install.sh')
  await writeFile(file, script)
  expect(await runProcess('sh', ['-n', file], { timeoutMs: 10_000 })).toMatchObject({ code: 0, stderr: '' })
})

it.each(["https://a';reboot;'.example", 'https://$(reboot).example', 'https://`reboot`.example'])(
  'refuses the host of %s, which a shell could run',
  async (url) => {
    expect((await serve().request(`${url}/install/agent`)).status).toBe(400)
    for (const name of ['rollcall-agent_1.0.0_amd64.deb', 'rollcall-agent-1.0.0-x64.msi']) {
      await writeFile(join(folder.path, name), 'abc')
    }
    const commands = await installCommands({ for: 'agent', token: 'rcj1.a' }, url, installation)
    expect(Object.values(commands)).toEqual([null, null, null, null])
  },
)

it('accepts the keys of reverse proxies, and of no CA', async () => {
  await writeFile(join(folder.path, 'rollcall-agent_1.0.0_amd64.deb'), 'abc')
  const proxy = await tmpFolder()
  try {
    const ca = { own: undefined, extraHosts: [], mayMakeCa: true, now: new Date(), log: { warn: () => undefined } }
    const { chainFile: proxyCertFile } = await ensureCertificates({ dataDir: proxy.path, ...ca })
    installation = { ...installation, proxyCertFile }
    const { installCommand } = await installCommands(
      { for: 'agent', token: 'rcj1.a' },
      'https://a.example',
      installation,
    )
    const keys = [installation.chainFile, proxyCertFile].map(async (file) => `sha256//${spkiPin(await readFile(file))}`)
    const pin = (await Promise.all(keys)).join(';')
    expect(installCommand).toContain(` --pinnedpubkey '${pin}' https://a.example/install/agent `)
    expect(await (await serve().request('https://a.example/install/agent')).text()).toContain(`pin='${pin}'\n`)
    await expect(pinsIn(join(proxy.path, 'none.pem'))).rejects.toThrow(OperatorError)
  } finally {
    await proxy.remove()
  }
})

it('sends an offered package, and nothing else of the folder', async () => {
  await writeFile(join(folder.path, 'rollcall-agent_1.0.0_amd64.deb'), 'abc')
  await writeFile(join(folder.path, 'master.key'), 'secret')
  const app = serve()
  const answer = await app.request('/install/packages/rollcall-agent_1.0.0_amd64.deb')
  expect([answer.headers.get('Content-Length'), await answer.text()]).toEqual(['3', 'abc'])
  for (const name of ['master.key', '..%2fmaster.key', 'rollcall-agent_2.0.0_amd64.deb']) {
    expect((await app.request(`/install/packages/${name}`)).status).toBe(404)
  }
})

it('gives the lines that install and remove a part, once it offers a package', async () => {
  const made = { for: 'audit-service', token: 'rcj1.a' } as const
  const url = 'https://[fd00::5]:8443'
  expect(await installCommands(made, url, installation)).toMatchObject({ installCommand: null })
  await writeFile(join(folder.path, 'rollcall-audit-service-1.0.0.x86_64.rpm'), 'abc')
  const { installCommand, uninstallCommand } = await installCommands(made, url, installation)
  expect(installCommand).toMatch(
    /^curl -fsSko rollcall-audit-service\.sh --pinnedpubkey 'sha256\/\/\S{44}' https:\/\/\[fd00::5\]:8443\/install\/audit-service && sudo sh rollcall-audit-service\.sh rcj1\.a$/,
  )
  expect(uninstallCommand).toMatch(/ --uninstall$/)
})

it('gives a line that installs the .msi on Windows, once it offers one, and keeps it out of the script for sh', async () => {
  const url = 'https://[fd00::5]:8443'
  const commandsOf = (part: 'agent' | 'audit-service') =>
    installCommands({ for: part, token: 'rcj1.a' }, url, installation)
  expect(await commandsOf('agent')).toMatchObject({ windowsInstallCommand: null, windowsUninstallCommand: null })
  await writeFile(join(folder.path, 'rollcall-agent-1.0.0-x64.msi'), 'abc')
  const agent = await commandsOf('agent')
  expect(agent).toMatchObject({ installCommand: null, uninstallCommand: null })
  expect(agent.windowsInstallCommand).toMatch(
    /^cmd \/c "cd \/d %ProgramFiles% && curl -fSsko rollcall-agent-1\.0\.0-x64\.msi --pinnedpubkey sha256\/\/[\w+/]{43}= https:\/\/\[fd00::5\]:8443\/install\/packages\/rollcall-agent-1\.0\.0-x64\.msi && start \/wait msiexec \/i rollcall-agent-1\.0\.0-x64\.msi \/qn ROLLCALL_URL=https:\/\/\[fd00::5\]:8443 ROLLCALL_TOKEN=rcj1\.a"$/,
  )
  expect(agent.windowsUninstallCommand).toMatch(/ msiexec \/x rollcall-agent-1\.0\.0-x64\.msi \/qn && del .+"$/)
  expect(await commandsOf('audit-service')).toMatchObject({ windowsInstallCommand: null })
  const script = await (await serve().request(`${url}/install/agent`)).text()
  expect(script).toContain("packages=''\n")
  expect((await serve().request('/install/packages/rollcall-agent-1.0.0-x64.msi')).status).toBe(200)
})

describeOnEitherEngine('the check of a join token before an installation', ({ open }) => {
  it('accepts a token as often as asked, until it is used up, and only for its own part', async () => {
    const { call } = await testApp(await open())
    const made = await call('POST', '/api/v1/join-tokens', { json: { for: 'agent', uses: 1 } })
    const { token } = (await made.json()) as { token: string }
    const check = async (part: string, json: object = { token }) =>
      (await call('POST', `/api/${part}/join/check`, { token: null, json })).status
    expect([await check('agent'), await check('agent'), await check('audit-service')]).toEqual([204, 204, 403])
    const { secret } = parseJoinToken(token) ?? {}
    await call('POST', '/api/agent/join', { token: null, json: { secret, hostname: 'a', version: '0.1.0' } })
    expect([await check('agent'), await check('agent', { token: token.slice(0, -4) })]).toEqual([403, 403])
    expect(await check('agent', {})).toBe(400)
  })
})
