import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'
import { release } from '../../scripts/release/release.ts'
import { type BootedSystem, bootSystem } from '../harness/booted-system.ts'
import { startNetwork } from '../harness/network.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { type Report, ratios, row, show } from './report.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const starts = 7
const installations = 5
const settleMs = 30_000
const samples = 10
const minuteMs = 60_000
const mebibyte = 2 ** 20

const collectorAddress = '10.71.0.10'

/** Installs the packages of a release on two Debian machines, and measures size, start, memory and the install command. */
export async function benchPackages(): Promise<Report> {
  await using dist = await tmpFolder()
  await release(['--out', dist.path, '--format', 'deb', '--arch', process.arch], projectDir)
  const network = await startNetwork({
    hosts: [
      { name: 'collector', kind: 'ping-only', address: collectorAddress },
      { name: 'site', kind: 'ping-only', address: '10.72.0.10' },
    ],
  })
  try {
    await using system = await bootSystem('bookworm', { network: network.host('collector').namespace })
    // No package source can be reached: the install command would wait for one.
    await using site = await bootSystem('bookworm', {
      network: network.host('site').namespace,
      more: ['nmap', 'fping'],
    })
    const handedOut = join(system.root, 'var/lib/rollcall/packages')
    await mkdir(handedOut, { recursive: true })
    const debs = (await readdir(dist.path)).filter((name) => name.endsWith('.deb'))
    for (const name of debs) await cp(join(dist.path, name), join(handedOut, name))
    await seconds(
      system,
      'apt-get install --yes --no-install-recommends /var/lib/rollcall/packages/rollcall-collector_*',
    )
    const sizes = await Promise.all(debs.sort().map((name) => sizeOf(join(dist.path, name))))
    return {
      title: 'Packages',
      method: `Packages of \`npm run release\` on two booted Debian 12 systems in network namespaces. A start is \`systemctl start\` on the same data until the part is ready, ${starts} times, each beside a \`node --eval 0\` of the same Node. The install command runs ${installations} times on the other machine, which has nmap and fping, from the shell's prompt to "joined", and is removed in between. Memory is that of the collector's process, ${samples} samples after ${settleMs / 1000} s of rest.`,
      rows: [
        ...sizes.flat(),
        ...(await installLines(system, site)),
        await restingMemory(system),
        await warmStarts(system),
      ],
    }
  } finally {
    await network.stop()
  }
}

const targets: Readonly<Record<string, { installed: string; download: string }>> = {
  'rollcall-collector': { installed: 'under 220 MB', download: 'under 70 MB' },
  'rollcall-audit-service': { installed: 'under 160 MB', download: 'under 45 MB' },
}

async function sizeOf(file: string) {
  const { stdout } = await runProcess('dpkg-deb', ['--field', file, 'Package', 'Installed-Size'], {
    timeoutMs: minuteMs,
  })
  const name = /^Package: (.*)$/m.exec(stdout)?.[1] ?? ''
  const installedKiB = Number(/^Installed-Size: (.*)$/m.exec(stdout)?.[1])
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  return [
    row(`${name}, installed`, megabytes(installedKiB * 1024), targets[name]?.installed),
    row(`${name}, download`, megabytes((await stat(file)).size), targets[name]?.download),
  ]
}

/** Runs a command that must succeed, and returns how long it took and what it printed. */
async function timed(system: BootedSystem, command: string): Promise<{ seconds: number; stdout: string }> {
  const startedAt = performance.now()
  const { code, stdout, stderr } = await system.run(command, { timeoutMs: 5 * minuteMs })
  if (code !== 0) throw new Error(`${command} failed: ${stderr || stdout}`)
  return { seconds: (performance.now() - startedAt) / 1000, stdout }
}

const seconds = async (system: BootedSystem, command: string): Promise<number> => (await timed(system, command)).seconds

const lines = z.object({ installCommand: z.string(), uninstallCommand: z.string() })

async function installLines(system: BootedSystem, site: BootedSystem) {
  const measured = []
  for (const part of ['audit-service', 'agent']) {
    const took: number[] = []
    for (let i = 0; i < installations; i++) {
      const { stdout } = await timed(system, `rollcall join-token create --for ${part} --json`)
      const { installCommand, uninstallCommand } = lines.parse(
        JSON.parse(stdout.replaceAll('127.0.0.1', collectorAddress)),
      )
      took.push(await seconds(site, installCommand))
      await seconds(site, uninstallCommand)
    }
    measured.push(row(`one line to a joined ${part}`, show(took, 's', 1), 'under 15 s'))
  }
  return measured
}

async function restingMemory(system: BootedSystem) {
  await seconds(system, 'systemctl restart rollcall-collector')
  await delay(settleMs)
  const resident: number[] = []
  for (let i = 0; i < samples; i++) {
    const { stdout } = await timed(
      system,
      'grep VmRSS /proc/$(systemctl show --property MainPID --value rollcall-collector)/status',
    )
    resident.push((Number(/\d+/.exec(stdout)?.[0]) * 1024) / mebibyte)
    await delay(1000)
  }
  return row('collector at rest', show(resident, 'MiB', 0), 'under 120 MiB')
}

async function warmStarts(system: BootedSystem) {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let i = 0; i < starts; i++) {
    await seconds(system, 'systemctl stop rollcall-collector && systemctl reset-failed')
    bare.push(await seconds(system, '/usr/lib/rollcall-collector/bin/node --eval 0'))
    ours.push(await seconds(system, 'systemctl start rollcall-collector'))
  }
  return row(
    'warm start of the collector',
    show(ours, 's'),
    'under 0.8 s, or 1.5 s on a slow machine',
    `bare Node: ${show(bare, 's')}`,
    show(ratios(ours, bare), '', 1),
  )
}
