import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PackageOptions } from './deb.ts'
import { fillIn, programDir } from './package-contents.ts'
import { runTool } from './run-tool.ts'

/** Names of Node's architectures, as `uname -m` prints them. */
export const machines: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }

/** Writes an archive of a part for systems without dpkg or rpm, with scripts that install and remove it. */
export async function writeTarball(options: PackageOptions): Promise<string> {
  const { part, root, version, arch, lifecycle, compression, builtAt, outDir, projectDir } = options
  const name = `rollcall-${part.name}-${version}-linux-${arch}`
  const folder = join(root, '..', name)
  await mkdir(folder)
  await runTool('mv', [root, join(folder, 'root')])
  for (const script of ['install.sh', 'uninstall.sh']) {
    const template = await readFile(join(projectDir, 'scripts', 'release', 'files', script), 'utf8')
    const text = fillIn(template, {
      LIFECYCLE: lifecycle,
      PROGRAM: programDir(part.name),
      PACKAGE: `rollcall-${part.name}`,
      MACHINE: machines[arch] ?? arch,
      FILES: [...Object.keys(part.units).map((unit) => `/usr/lib/systemd/system/${unit}`)].join(' '),
    })
    const file = join(script === 'install.sh' ? folder : join(folder, 'root', programDir(part.name)), script)
    await writeFile(file, text)
    await chmod(file, 0o755)
  }
  return await writeArchive({ folder, builtAt, compression, outDir })
}

type ArchiveOptions = { folder: string; builtAt: number; compression: string; outDir: string }

/** Writes a folder as `<name>.tar.gz`, whose files belong to root. The same files give the same bytes. */
export async function writeArchive({ folder, builtAt, compression, outDir }: ArchiveOptions): Promise<string> {
  const file = join(outDir, `${basename(folder)}.tar.gz`)
  const sorted = ['--sort=name', `--mtime=@${builtAt}`, '--owner=0', '--group=0', '--numeric-owner']
  const gzip = `gzip --no-name ${compression === 'none' ? '-1' : '-9'}`
  await runTool('tar', [
    ...sorted,
    `--use-compress-program=${gzip}`,
    ...['-C', dirname(folder), '-cf', file, basename(folder)],
  ])
  return file
}
