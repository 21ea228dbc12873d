import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackageOptions, writeDeb } from '../../../scripts/release/deb.ts'
import { lifecycleOf } from '../../../scripts/release/lifecycle.ts'
import { type Part, parts, programDir, settingsFile } from '../../../scripts/release/package-contents.ts'
import { writeRpm } from '../../../scripts/release/rpm.ts'
import { write } from '../../../scripts/release/stage.ts'
import { writeTarball } from '../../../scripts/release/tarball.ts'
import { tmpFolder } from '../../harness/tmp.ts'
import { projectDir } from './systems.ts'

const writers: Readonly<Record<string, (options: PackageOptions) => Promise<string>>> = {
  deb: writeDeb,
  rpm: writeRpm,
  tar: writeTarball,
}

export const name = 'rollcall-audit-service'
export const program = programDir('audit-service')
export const settings = '/etc/rollcall/audit-service.env'

export type Small = {
  format: 'deb' | 'rpm' | 'tar'
  version: string
  /** Script of sh that is its service. */
  service?: string
  /** Exit code of `rollcall --version`. */
  exitCode?: number
  settings?: string
}

/**
 * Writes a package of the Audit Service whose program is a script, and whose service starts at the installation. All around
 * the program is that of a release. The file `lib/<version>` is only in this version.
 */
export async function smallPackage(outDir: string, options: Small): Promise<string> {
  const { format, version, service = 'exec sleep infinity', exitCode = 0 } = options
  const [released] = parts.filter((each) => each.name === 'audit-service')
  if (released === undefined) throw new Error('there is no Audit Service')
  const unit = `[Unit]
Description=version ${version}
[Service]
Type=notify
NotifyAccess=all
ExecStart=${program}/rollcall run
[Install]
WantedBy=multi-user.target
`
  const part: Part = { ...released, startsAtOnce: true, recommends: [], units: { [released.enabledUnit]: unit } }
  await using work = await tmpFolder('rollcall-small-')
  const root = join(work.path, 'root')
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo ${version}; exit ${exitCode}; fi
${service.startsWith('exec') ? 'systemd-notify --ready' : ''}
${service}
`
  await write(join(root, program, 'rollcall'), script, 0o755)
  await write(join(root, program, 'lib', version), version)
  const lifecycle = await lifecycleOf(part, projectDir)
  await write(join(root, program, 'lifecycle.sh'), lifecycle)
  await write(join(root, 'usr/lib/systemd/system', part.enabledUnit), unit)
  await write(join(root, `usr/lib/sysusers.d/${name}.conf`), `u ${part.user} - "Rollcall" ${part.stateDir}\n`)
  await write(join(root, settingsFile(part)), options.settings ?? '# settings\n', 0o640)
  await write(join(root, 'usr/share/doc', name, 'copyright'), 'Copyright\n')
  await mkdir(outDir, { recursive: true })
  const common = {
    projectDir,
    part,
    root,
    version,
    arch: 'x64',
    lifecycle,
    compression: 'none',
    builtAt: 1_790_000_000,
  }
  const file = await writers[format]?.({ ...common, outDir })
  if (file === undefined) throw new Error(`no writer of ${format}`)
  return file
}
