import { cp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productVersion } from '@rollcall/shared/version.ts'
import { z } from 'zod'
import { release } from '../../scripts/release/release.ts'
import { type BootedSystem, bootSystem } from '../harness/booted-system.ts'
import { startNetwork } from '../harness/network.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { unchangedHourBytes } from './agent/unchanged-hour.ts'
import { secondsUnderWine } from './agent/under-wine.ts'
import { type Report, type Row, ratios, row, show } from './report.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const collectorScript = fileURLToPath(new URL('agent/collector.ts', import.meta.url))
const runs = 15
/** The first runs fill caches, and keep the code that they have compiled. */
const warmUps = 6
const minuteMs = 60_000
/** FusionInventory, and small packages that bring the machine to some 900. */
const packages = ['fusioninventory-agent', 'time', 'npm', 'lintian', 'libcatalyst-modules-perl']
/** Priority of the unit of the agent, for both. */
const nice = 'nice -n 10 ionice -c 3'

/** Measures the hourly run of the installed agent beside FusionInventory's on the same booted machine. */
export async function benchAgent(): Promise<Report> {
  await using dist = await tmpFolder()
  await release(
    ['--out', dist.path, '--part', 'agent', '--format', 'deb', '--arch', process.arch, '--compression', 'none'],
    projectDir,
  )
  const network = await startNetwork({ hosts: [{ name: 'machine', kind: 'ping-only', address: '10.71.0.10' }] })
  try {
    const { namespace } = network.host('machine')
    await using system = await bootSystem('bookworm', { network: namespace, more: packages })
    const deb = (await readdir(dist.path)).find((name) => name.endsWith('.deb')) ?? ''
    await cp(join(dist.path, deb), join(system.root, 'srv', deb))
    const collector = await network.spawn('machine', process.execPath, [collectorScript], { ready: /"token"/ })
    const { url, token } = joining.parse(JSON.parse(collector.stdout()))
    await ok(system, `dpkg --install /srv/${deb} && systemctl disable --now rollcall-agent.timer`)
    await ok(system, `rollcall agent join --url ${url} --token ${token}`)
    // FusionInventory looks up its own name; a server that cannot be reached would take 16 seconds.
    await ok(system, 'rm -f /etc/resolv.conf')
    const count = Number(
      await ok(system, `dpkg-query --show --showformat '\${db:Status-Status}\\n' | grep -cx installed`),
    )
    const [ours, theirs] = await measureInTurn(system, count)
    const bytes = await unchangedHourBytes()
    const wine = await secondsUnderWine()
    return {
      title: 'Agent',
      method: `A booted Debian 12 with ${count} packages, as root with the priority of the agent's unit. The installed package of Rollcall \`${productVersion}\` runs as its unit does, and sends to a collector on the same machine; FusionInventory 2.6 of Debian runs as \`fusioninventory-agent --local\`, which sends nothing; there is no name server. ${runs} alternating runs after ${warmUps} of each. Processor time and peak are of the process with all its children (wait4(2)): the peak is that of the largest process. Bytes are those of both directions between an agent and a real collector, with TCP's payload only, an hour in which nothing changed. Under Wine 10, with the agent's Node for Windows.`,
      rows: [
        besidePeer('processor time of a run', 'cpu', ours, theirs, 's', '0.30 s'),
        besidePeer('time of a run', 'wall', ours, theirs, 's', '0.40 s'),
        besidePeer('peak resident memory of a run', 'peak', ours, theirs, 'MiB', '58 MB'),
        row('sent and received in an unchanged hour, with TLS', show(bytes, 'bytes', 0), 'under 2.5 KB'),
        row('a run under Wine', show(wine, 's'), 'under 1.5 s'),
        ...(await downloads()),
      ],
    }
  } finally {
    await network.stop()
  }
}

const joining = z.object({ url: z.string(), token: z.string() })

type Measured = { cpu: number; wall: number; peak: number }

async function measureInTurn(system: BootedSystem, packages: number): Promise<[Measured[], Measured[]]> {
  const ours = 'NODE_COMPILE_CACHE=/var/cache/rollcall-agent /usr/lib/rollcall-agent/rollcall agent run'
  const theirs = 'fusioninventory-agent --config=none --local=/srv --force'
  const found: [Measured[], Measured[]] = [[], []]
  for (let i = 0; i < warmUps + runs; i++) {
    for (const [index, command] of [ours, theirs].entries()) {
      const measured = await timed(system, command)
      if (i >= warmUps) found[index]?.push(measured)
    }
  }
  const listed = {
    ours: `rollcall snapshot --json | grep -oE '"source": ?"dpkg"' | wc -l`,
    theirs: `cat /srv/*.ocs /srv/*.xml 2>/dev/null | grep -c '<SOFTWARES>'`,
  }
  for (const [name, command] of Object.entries(listed)) {
    const count = Number(await ok(system, command))
    if (count < packages) throw new Error(`${name}: ${count} of ${packages} packages were read`)
  }
  return found
}

/** Runs a command by time(1): seconds of user, system and clock, and the peak in KiB. */
async function timed(system: BootedSystem, command: string): Promise<Measured> {
  await ok(
    system,
    `${nice} env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin time -o /tmp/measured -f '%U %S %e %M' sh -c 'exec env ${command}'`,
  )
  const [user = 0, kernel = 0, wall = 0, kibibytes = 0] = (await ok(system, 'cat /tmp/measured')).split(' ').map(Number)
  return { cpu: user + kernel, wall, peak: kibibytes / 1024 }
}

async function ok(system: BootedSystem, command: string): Promise<string> {
  const { code, stdout, stderr } = await system.run(command, { timeoutMs: 5 * minuteMs })
  if (code !== 0) throw new Error(`${command} failed: ${stderr || stdout}`)
  return stdout
}

function besidePeer(
  work: string,
  what: keyof Measured,
  ours: Measured[],
  theirs: Measured[],
  unit: string,
  target: string,
): Row {
  const [own, peer] = [ours, theirs].map((all) => all.map((each) => each[what])) as [number[], number[]]
  const digits = unit === 's' ? 2 : 0
  return {
    work,
    ours: show(own, unit, digits),
    against: `FusionInventory: ${show(peer, unit, digits)}`,
    ratio: show(ratios(own, peer), ''),
    target,
  }
}

/** Returns the sizes of the packages that `npm run release` has built, which takes minutes; none if it has not. */
async function downloads(): Promise<Row[]> {
  const folder = join(projectDir, 'dist')
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /^rollcall-agent.*\.(deb|rpm|tar\.gz|msi)$/.test(name),
  )
  return Promise.all(
    names.sort().map(async (name) => {
      const megabytes = (await stat(join(folder, name))).size / 1e6
      return row(`download of ${name}`, `${megabytes.toFixed(1)} MB`, 'under 38 MB')
    }),
  )
}
