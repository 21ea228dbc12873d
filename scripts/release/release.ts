import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { packClient } from '../client/pack-client.ts'
import { writeCollection } from '../collection/write-collection.ts'
import { writeMacosFolder } from './macos.ts'
import { writeMsi } from './msi.ts'
import { linuxFormats, packPart } from './pack-part.ts'
import { parts } from './package-contents.ts'
import { runTool } from './run-tool.ts'
import { billOfCheckout } from './sbom.ts'
import { inScratchFolder } from './scratch-folder.ts'
import { signRpms, writeChecksums } from './sign.ts'
import { stageWindowsAgent } from './stage-windows.ts'
import { debianArchitectures } from './target-packages.ts'

/**
 * Builds the packages and images of every part into `dist/`, with a bill of materials for each part, the client, the
 * Postman collection and their checksums. The agent has packages for Windows (msi) and folders for macOS (pkg) too.
 * `--part`, `--arch` (x64, arm64) and `--format` (deb, rpm, tar, image, msi, pkg) limit it, and may be given several
 * times. `--sign KEY` signs the RPM packages and the checksums with a key of GnuPG; `--compression none` is for trials.
 * The same sources give the same bytes.
 */
export async function release(args: readonly string[], projectDir: string): Promise<void> {
  const values = readOptions(args, projectDir)
  const { arch: archs, compression, out: outDir, sign } = values
  // Modes of all that is written are part of the packages. A worker thread, as of a test, cannot change it.
  if (isMainThread) process.umask(0o022)
  await mkdir(outDir, { recursive: true })
  const builtAt = await commitTime(projectDir)
  const checkout = await billOfCheckout(projectDir)
  const common = { projectDir, version: productVersion, builtAt, compression, outDir }
  const files: string[] = []
  for (const arch of archs) {
    for (const part of parts.filter(({ name }) => values.part.includes(name))) {
      const bill = arch === archs[0] ? checkout : undefined
      files.push(...(await packPart({ ...common, part, arch, formats: values.format, checkout: bill })))
    }
  }
  if (values.part.includes('agent')) {
    if (values.format.includes('msi') && archs.includes('x64')) {
      files.push(
        await inScratchFolder('Packing rollcall-agent for Windows', async (work) => {
          const program = join(work, 'program')
          await stageWindowsAgent(projectDir, program)
          return await writeMsi({ ...common, program, work })
        }),
      )
    }
    for (const arch of macosArchs.filter((each) => archs.includes(each))) {
      if (!values.format.includes('pkg')) continue
      const title = `Packing rollcall-agent for macOS on ${arch}`
      files.push(await inScratchFolder(title, (work) => writeMacosFolder({ ...common, arch, work })))
    }
  }
  if (values.part.length === partNames.length) {
    files.push(await packClient(projectDir, outDir), ...(await writeCollection(outDir)))
  }
  if (sign !== undefined) {
    const rpms = files.filter((file) => file.endsWith('.rpm'))
    await signRpms(rpms, sign, projectDir)
  }
  await writeChecksums(outDir, sign)
}

const partNames = parts.map(({ name }): string => name)
const formats = [...linuxFormats, 'msi', 'pkg']
const macosArchs = ['arm64', 'x64'] as const
const architectures = Object.keys(debianArchitectures)
const choices = { part: partNames, arch: architectures, format: formats }

/** Reads the command line. Throws an OperatorError that names what can be chosen. */
function readOptions(args: readonly string[], projectDir: string) {
  const { values } = parseOptions({
    args: [...args],
    options: {
      part: { type: 'string', multiple: true, default: partNames },
      arch: { type: 'string', multiple: true, default: architectures },
      format: { type: 'string', multiple: true, default: formats },
      compression: { type: 'string', default: 'xz' },
      out: { type: 'string', default: join(projectDir, 'dist') },
      sign: { type: 'string' },
    },
  })
  for (const name of ['part', 'arch', 'format'] as const) {
    const unknown = values[name].find((each) => !choices[name].includes(each))
    if (unknown !== undefined)
      throw new OperatorError(`--${name} must be one of ${choices[name].join(', ')}, not "${unknown}"`)
  }
  return values
}

const parseOptions: typeof parseArgs = (config) => {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new OperatorError(messageOf(error))
  }
}

/** Returns the time of the commit that is built, in seconds since 1970. */
async function commitTime(projectDir: string): Promise<number> {
  return Number(await runTool('git', ['-C', projectDir, 'log', '-1', '--format=%ct']))
}
