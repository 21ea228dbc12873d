import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { agentFlags, memoryFlags, memorySettings } from '../../cli/src/project.ts'
import { bundle } from './bundle.ts'
import { type BundledPackage, licensesText } from './bundled-packages.ts'
import { lifecycleOf } from './lifecycle.ts'
import { fillIn, type Part, programDir, settingsFile } from './package-contents.ts'
import { runTool } from './run-tool.ts'
import { untrustedVariables } from './untrusted-variables.ts'

type StageOptions = {
  projectDir: string
  part: Part
  /** Platform and architecture, such as `linux-arm64`. */
  target: string
  /** Programs of the target by name: `node`, and those that come along with the part. */
  programs: Readonly<Record<string, string>>
  /** Root folder of the files; a new one. */
  root: string
}

/**
 * Writes every file of an installed part into a root folder: program, command line, units, user, settings. Resolves to
 * the packages of npm inside.
 */
export async function stage({ projectDir, part, target, programs, root }: StageOptions): Promise<BundledPackage[]> {
  const program = join(root, programDir(part.name))
  const files = join(projectDir, 'scripts', 'release', 'files')
  const lib = join(program, 'lib')
  const packages = await bundle({ projectDir, entry: part.entry, target, outDir: lib })
  for (const name of await readdir(join(lib, 'native'))) await runTool('eu-strip', [join(lib, 'native', name)])
  for (const [name, file] of Object.entries(programs)) {
    await write(join(program, 'bin', name), await readFile(file), 0o755)
  }
  await write(join(program, 'lifecycle.sh'), await lifecycleOf(part, projectDir))
  await write(join(program, 'rollcall'), await commandLineOf(part, projectDir), 0o755)
  for (const [name, text] of Object.entries(part.units)) await write(join(root, 'usr/lib/systemd/system', name), text)
  if (part.user !== undefined) {
    const line = `u ${part.user} - "Rollcall ${part.name}" ${part.stateDir}\n`
    await write(join(root, `usr/lib/sysusers.d/rollcall-${part.name}.conf`), line)
  }
  const documents = join(root, `usr/share/doc/rollcall-${part.name}`)
  await write(join(documents, 'copyright'), await readFile(join(files, 'copyright'), 'utf8'))
  await write(join(documents, 'third-party-licenses.gz'), gzipSync(licensesText(packages), { level: 9 }))
  const settings = join(root, settingsFile(part))
  await write(settings, await readFile(join(files, `${part.name}.env`)))
  await setModes(root)
  // They may contain passwords.
  await chmod(settings, 0o640)
  return packages
}

/** Gives every folder and file the mode of a release, whatever the modes of the checkout and the umask are. */
export async function setModes(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isProgram = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, isProgram ? 0o755 : 0o644)
  }
}

/** Returns the script of sh that starts the program of a part. */
export async function commandLineOf(part: Part, projectDir: string): Promise<string> {
  const template = await readFile(join(projectDir, 'scripts', 'release', 'files', 'rollcall.sh'), 'utf8')
  return fillIn(template, {
    PART: part.name,
    UNTRUSTED: untrustedVariables(part.name).join(' '),
    DEFAULTS: Object.entries({ ...memorySettings, ...part.defaults })
      .map(([name, value]) => `export ${name}="\${${name}-${value}}"`)
      .join('\n'),
    // Each of these programs of the shell takes longer than the shell itself, and the agent runs often.
    HELPERS: part.name === 'agent' ? '1' : '$(($(nproc) - 1))',
    // The agent's launcher sets flags of V8 before it chooses the folder, because compiled code depends on them.
    CACHE: part.name === 'agent' ? '' : codeCacheOf(part.name),
    FLAGS: (part.name === 'agent' ? agentFlags : memoryFlags).join(' '),
  })
}

/** Returns the line that names the service's folder for compiled code, which only root can write to. */
const codeCacheOf = (part: string): string =>
  `[ ! -w /var/cache/rollcall-${part} ] || export NODE_COMPILE_CACHE=/var/cache/rollcall-${part}`

/** Writes a file with this mode, and the folders above it. */
export async function write(file: string, content: string | Buffer, mode = 0o644): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  await chmod(file, mode)
}
