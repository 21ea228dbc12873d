import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { cpus, networkInterfaces, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { splitVolatile, volatileFields } from '@rollcall/shared/inventory/volatile.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { stageWindowsAgent } from '../../../scripts/release/stage-windows.ts'
import { freePort } from '../../harness/ports.ts'
import { startUp } from '../../harness/rollcall.ts'
import { startWine, type WineMachine } from '../../harness/wine.ts'
import { minuteMs, projectDir } from '../support/systems.ts'

let wine: WineMachine

const joinTokenSchema = z.object({ token: z.string() })
const joinedSchema = z.object({ agentId: z.string(), stateDir: z.string() })

const programDir = ['Program Files', 'Rollcall Agent']
const uninstall = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall'

/** A file for `reg import`: a program with a name of 1 MB, and one whose name is a number. */
const oddPrograms = `Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Huge]
"DisplayName"="${'x'.repeat(1024 * 1024)}"

[HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Number]
"DisplayName"=dword:00000007
"DisplayVersion"=hex:31,00,32,00
`

beforeAll(async () => {
  wine = await startWine()
  await stageWindowsAgent(projectDir, join(wine.driveC, ...programDir))
  await ok(`reg add '${uninstall}\\Editor' /v DisplayName /d 'Editor für alle' /f`)
  await ok(`reg add '${uninstall}\\Editor' /v DisplayVersion /d 4.2 /f`)
  await ok(`reg add '${uninstall}\\Viewer' /v DisplayName /d Viewer /f /reg:32`)
  await ok(`reg add '${uninstall}\\Viewer' /v DisplayVersion /d 1.0 /f /reg:32`)
}, 15 * minuteMs)
afterAll(() => wine?.[Symbol.asyncDispose]())

/** Runs a Windows program that must succeed. */
async function ok(command: string): Promise<void> {
  const { code, stderr } = await wine.run(`wine ${command} > /tmp/out 2>&1 || { cat /tmp/out >&2; false; }`)
  expect(code, `${command}\n${stderr}`).toBe(0)
}

/** Runs the command line of the agent, and returns what it printed. `before` is a command of sh. */
async function agent(
  args: string,
  before = 'true',
): Promise<{ code: number | null; stdout: string; stderr: string; ms: number }> {
  const program = `'C:\\${programDir.join('\\')}\\rollcall.cmd'`
  const started = `wine cmd /c exit > /tmp/none 2>&1; ${before}; from=$(date +%s%N)`
  const files = '> "$WINEPREFIX/drive_c/out" 2> "$WINEPREFIX/drive_c/err"'
  const timed = 'echo $((($(date +%s%N) - from) / 1000000)) > "$WINEPREFIX/drive_c/ms"; exit $status'
  const { code } = await wine.run(`${started}; wine cmd /c ${program} ${args} ${files}; status=$?; ${timed}`)
  const [stdout, stderr, ms] = await Promise.all(
    ['out', 'err', 'ms'].map((name) => readFile(join(wine.driveC, name), 'utf8')),
  )
  return { code, stdout: stdout ?? '', stderr: stderr ?? '', ms: Number(ms) }
}

/** Returns a command that starts a script of drive C, and waits until it has made a file there. */
function besides(script: string, file: string): string {
  const program = `'C:\\${programDir.join('\\')}\\node.exe' 'C:\\${script}' > /tmp/${script} 2>&1`
  return `wine ${program} & until [ -e "$WINEPREFIX/drive_c/${file}" ]; do sleep 0.1; done`
}

async function snapshot(before?: string): Promise<Observation> {
  const { code, stdout, stderr, ms } = await agent('snapshot --json', before)
  expect(code, stderr).toBe(0)
  console.info(`a snapshot took ${ms} ms under Wine`)
  return observationSchema.parse(JSON.parse(stdout))
}

test('the agent reads hardware, network and services under Wine', async () => {
  const { hardware, network, identity, truncated } = await snapshot()
  expect(truncated).toEqual([])
  expect(hardware?.os?.kernel).toMatch(/^10\.0\.\d+$/)
  expect(hardware?.os).toMatchObject({ name: 'Windows 10 Pro', pendingUpdates: { needsRestart: false } })
  expect(hardware?.os?.bootedAt).toBeDefined()
  // Wine leaves a page out.
  expect(totalmem() - (hardware?.memory?.totalBytes ?? 0)).toBeLessThan(64 * 1024)
  expect(hardware?.disks).toMatchObject([{ name: 'PhysicalDrive0', kind: 'ssd', bus: 'scsi' }])
  const [driveC] = hardware?.volumes ?? []
  expect(driveC).toMatchObject({ mount: 'C:\\', fileSystem: 'NTFS' })
  expect(driveC?.sizeBytes).toBeGreaterThan(driveC?.freeBytes ?? 0)
  const [account] = hardware?.accounts ?? []
  expect(account).toMatchObject({ name: 'root', home: 'C:\\users\\root', isDisabled: false, isSignedIn: true })
  expect(account?.id).toMatch(/^S-1-5-21-/)
  const service = hardware?.systemServices?.find(({ name }) => name === 'Eventlog')
  expect(service).toMatchObject({ start: 'automatic', state: 'running', user: 'LocalSystem' })
  expect(hardware?.security?.tpm).toEqual({ isPresent: false })
  expect(hardware?.processors?.reduce((sum, { threads = 0 }) => sum + threads, 0)).toBe(cpus().length)
  // SMBIOS: Wine takes what an ordinary user may read from the host, or has texts of its own.
  expect(identity.serialNumber).toBeDefined()
  for (const [name, addresses = []] of Object.entries(networkInterfaces())) {
    const found = network?.interfaces.find((each) => each.name === name)
    expect(found?.macAddress ?? '00:00:00:00:00:00', name).toBe(addresses[0]?.mac)
    expect(found?.addresses.map(({ address }) => address).sort(), name).toEqual(
      addresses.map(({ address }) => address).sort(),
    )
  }
})

test('the agent lists software of both registry views; an odd entry costs only itself', async () => {
  await writeFile(join(wine.driveC, 'odd.reg'), oddPrograms)
  await ok('reg import C:\\\\odd.reg')
  const { software, identity, truncated } = await snapshot()
  expect(software?.map(({ name, version, architecture }) => ({ name, version, architecture }))).toEqual([
    { name: '7', version: '', architecture: 'x64' },
    { name: 'Editor für alle', version: '4.2', architecture: 'x64' },
    { name: 'Viewer', version: '1.0', architecture: 'x86' },
  ])
  expect(truncated).toEqual([expect.stringContaining('Uninstall\\Huge\\DisplayName')])
  expect(identity.machineId).toMatch(/^[\da-f-]{36}$/)
})

test('open ports have the program that listens', async () => {
  const [any, anyIpv6, own] = [await freePort(), await freePort(), await freePort()]
  const listening = { '0.0.0.0': any, '::': anyIpv6, '127.0.0.1': own }
  await writeFile(
    join(wine.driveC, 'listen.js'),
    `for (const [host, port] of Object.entries(${JSON.stringify(listening)})) require('net').createServer().listen(port, host)
    require('dgram').createSocket('udp4').bind(1900, () => require('fs').writeFileSync('C:\\\\listens', ''))`,
  )
  const { network } = await snapshot(besides('listen.js', 'listens'))
  const found = network?.listeners?.filter(({ program: name }) => name === 'node.exe')
  expect(found?.map(({ protocol, address, port }) => `${protocol} ${address} ${port}`).sort()).toEqual(
    [`tcp 0.0.0.0 ${any}`, `tcp :: ${anyIpv6}`, `tcp 127.0.0.1 ${own}`, 'udp 0.0.0.0 1900'].sort(),
  )
})

/** Leaves out links to the network namespaces of other tests, which come and go on this machine meanwhile. */
const withoutTestLinks = (network: NonNullable<Observation['network']>) => ({
  ...network,
  interfaces: network.interfaces.filter(({ name }) => !/^rc\d+/.test(name ?? '')),
})

test('two runs under Wine differ in measurements only', async () => {
  const [first, second] = [await snapshot(), await snapshot()].map(({ hardware, software, network, identity }) => ({
    hardware: splitVolatile(hardware, volatileFields.hardware).stable,
    software,
    network: splitVolatile(network && withoutTestLinks(network), volatileFields.network).stable,
    identity,
  }))
  expect(second).toEqual(first)
})

test('the agent joins a collector from Windows and sends its snapshot', async () => {
  await using up = await startUp()
  const created = await up.cli('join-token', 'create', '--for', 'agent', '--json')
  const { token } = joinTokenSchema.parse(created.json())
  const joined = await agent(`agent join --json --url ${up.facts.url} --token ${token}`)
  expect(joined.code, joined.stderr).toBe(0)
  const { agentId, stateDir } = joinedSchema.parse(JSON.parse(joined.stdout))
  expect(stateDir).toBe('C:\\ProgramData\\Rollcall\\Agent')
  const config = join(wine.driveC, 'ProgramData', 'Rollcall', 'Agent', 'agent.json')
  // Wine shows the access list as a mode, with the administrators as the group.
  expect((await stat(dirname(config))).mode & 0o027).toBe(0)

  const run = await agent('agent run --json')
  expect(run.code, run.stderr).toBe(0)
  expect(JSON.parse(run.stdout)).toMatchObject({ sent: 1, waiting: 0 })
  console.info(`a run took ${run.ms} ms under Wine`)
  expect(await readFile(join(dirname(config), 'logs', 'agent.log'), 'utf8')).toContain('"sent":1')
  const status = await agent('agent status --json')
  expect(JSON.parse(status.stdout)).toMatchObject({ joined: true, agentId, waiting: 0 })
  // The state is complete on disk: the same token joins again and keeps the identity.
  const again = await agent(`agent join --json --url ${up.facts.url} --token ${token}`)
  expect(JSON.parse(again.stdout)).toMatchObject({ agentId, isKept: true })

  // A second run ends while another one holds the lock, which is the system's, and runs once that has ended.
  const lock = 'C:\\\\ProgramData\\\\Rollcall\\\\Agent\\\\agent.lock'
  await writeFile(
    join(wine.driveC, 'hold.js'),
    `const { openSync, writeFileSync, constants: { O_RDWR, O_CREAT } } = require('fs')
    openSync('${lock}', O_RDWR | O_CREAT | 0x10000000)
    writeFileSync('C:\\\\held', '')
    setTimeout(() => process.exit(), 20_000)`,
  )
  const second = await agent('agent run --json', besides('hold.js', 'held'))
  expect([second.code, second.stderr]).toEqual([75, expect.stringContaining('another run of this agent uses')])
  expect((await agent('agent run --json')).code).toBe(0)

  // Another user made the folder: the state may be planted. Wine shows the owner of a folder, and follows links.
  const folder = dirname(config)
  await chown(folder, 4321, 4321)
  const planted = await agent('agent run --json')
  const reason = /the folder C:\\ProgramData\\Rollcall\\Agent is not safe to use: .* belongs to S-1-/
  expect([planted.code, planted.stderr]).toEqual([1, expect.stringMatching(reason)])
  await chown(folder, 0, 0)
})

test('the agent loads no library that is planted in its working folder', async () => {
  const planted = join(wine.driveC, 'planted')
  await mkdir(planted)
  for (const name of ['advapi32', 'iphlpapi', 'kernel32', 'netapi32', 'ntdll', 'setupapi', 'tbs', 'wtsapi32']) {
    await writeFile(join(planted, `${name}.dll`), 'no library')
  }
  const { probes } = await snapshot(`cd "$WINEPREFIX/drive_c/planted"`)
  expect(probes.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused')).toEqual([])
})

test(
  'the watch reports programs of the machine and of a user within a minute each',
  async () => {
    await using up = await startUp({ args: ['--no-agent'] })
    const created = await up.cli('join-token', 'create', '--for', 'agent', '--json')
    const { token } = joinTokenSchema.parse(created.json())
    const state = "--state-dir 'C:\\watch'"
    const joined = await agent(`agent join --url ${up.facts.url} --token ${token} ${state}`)
    expect(joined.code, joined.stderr).toBe(0)

    const program = `'C:\\${programDir.join('\\')}\\rollcall.cmd'`
    const drive = '"$WINEPREFIX"/drive_c'
    const previous = `${drive}/watch/previous-snapshot`
    const until = (condition: string) => `until ${condition}; do sleep 0.2; done`
    const { code, stdout, stderr } = await wine.run(
      [
        `wine cmd /c ${program} agent watch ${state} > ${drive}/out 2>&1 &`,
        until(`grep -q began ${drive}/watch/logs/watch.log 2> /dev/null`),
        `wine reg add '${uninstall}\\Later' /v DisplayName /d Later /f > /tmp/none`,
        `date +%s; ${until(`[ -s ${previous} ]`)}; date +%s; cp ${previous} /tmp/first`,
        `wine reg add '${uninstall.replace('HKLM', 'HKCU')}\\Own' /v DisplayName /d Own /f > /tmp/none`,
        `date +%s; ${until(`! cmp -s ${previous} /tmp/first`)}; date +%s`,
      ].join('\n'),
      { timeoutMs: 3 * minuteMs },
    )
    expect(code, `${stderr}${await readFile(join(wine.driveC, 'out'), 'utf8')}`).toBe(0)
    console.info(`the times of two changes and of their reports: ${stdout.trim().split('\n').join(', ')}`)
    const id = (await readFile(join(wine.driveC, 'watch', 'previous-snapshot'), 'utf8')).trim()
    const { data } = await up.api.read(
      `/api/v1/snapshots/${id}`,
      z.object({ data: z.looseObject({ software: z.array(z.looseObject({ name: z.string() })) }) }),
    )
    expect(data.software.map(({ name }) => name)).toEqual(expect.arrayContaining(['Later', 'Own']))
  },
  5 * minuteMs,
)
