import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
})

/**
 * Returns the folder of a package that the lock file pins for another architecture. npm installs only those of this
 * machine, so it is fetched into `.tools/packages`, and checked against the lock file.
 */
export async function targetPackage(name: string, projectDir: string): Promise<string> {
  const installed = join(projectDir, 'node_modules', name)
  if (existsSync(installed)) return installed
  const lock = lockSchema.parse(JSON.parse(await readFile(join(projectDir, 'package-lock.json'), 'utf8')))
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {}
  if (version === undefined || integrity === undefined)
    throw new OperatorError(`package-lock.json does not pin ${name}`)
  const folder = join(projectDir, '.tools', 'packages', `${name.replace('/', '-')}-${version}`)
  if (existsSync(join(folder, 'package.json'))) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const pack = await must('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder])
  const archive = join(folder, pack.trim())
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')
  if (integrity !== `sha512-${digest}`)
    throw new OperatorError(`${name}@${version} is not the package that the lock file pins`)
  await must('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
  await rm(archive)
  return folder
}

async function must(program: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess(program, args, { timeoutMs: 10 * 60_000 })
  if (code !== 0) throw new OperatorError(`${program} ${args[0]} failed: ${stderr.trim()}`)
  return stdout
}
