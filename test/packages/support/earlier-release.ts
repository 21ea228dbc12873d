import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { type TmpFolder, tmpFolder } from '../../harness/tmp.ts'
import { minuteMs, projectDir } from './systems.ts'

/** Some weeks of work: old enough for migrations and other files, new enough for the libraries that are installed. */
const commitsBack = 150

async function run(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess(program, args, { timeoutMs: 10 * minuteMs })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}`)
  return stdout.trim()
}

/**
 * Builds the Debian package of a part from an earlier commit, with the libraries and the web interface of this checkout.
 * Returns its folder.
 */
export async function earlierRelease(part: string): Promise<TmpFolder> {
  const dist = await tmpFolder()
  await using checkout = await tmpFolder('rollcall-earlier-')
  const commit = await run('git', '-C', projectDir, 'rev-list', '--max-count=1', `--skip=${commitsBack}`, 'HEAD')
  if (commit === '') throw new Error(`this clone has no ${commitsBack} commits: fetch more of its history`)
  const earlier = join(checkout.path, 'rollcall')
  await run('git', 'clone', '--quiet', '--shared', '--no-checkout', projectDir, earlier)
  await run('git', '-C', earlier, 'checkout', '--quiet', commit)
  await linkEntries('node_modules', earlier)
  await linkEntries(join('collector', 'node_modules'), earlier)
  await cp(join(projectDir, 'collector', 'web', 'dist'), join(earlier, 'collector', 'web', 'dist'), { recursive: true })
  await mkdir(join(earlier, '.tools'))
  await symlink(join(projectDir, '.tools', 'bin'), join(earlier, '.tools', 'bin'))
  const script = `const { release } = await import('./scripts/release/release.ts')
await release(['--part', '${part}', '--format', 'deb', '--arch', process.arch, '--compression', 'none', '--out', '${dist.path}'], process.cwd())`
  await run('sh', '-c', 'cd "$0" && exec "$@"', earlier, process.execPath, '--input-type=module', '--eval', script)
  return dist
}

/** Links the libraries of this checkout into another one, and its own packages instead of those of this checkout. */
async function linkEntries(folder: string, to: string): Promise<void> {
  const from = join(projectDir, folder)
  await mkdir(join(to, folder), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@rollcall') await symlink(join(from, name), join(to, folder, name))
    else await cp(join(from, name), join(to, folder, name), { recursive: true, verbatimSymlinks: true })
  }
}
