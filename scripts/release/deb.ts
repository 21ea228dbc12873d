import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { filesBelow } from '../set-up/stamp.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type Part, settingsFile } from './package-contents.ts'
import { runTool } from './run-tool.ts'
import { debianArchitectures } from './target-packages.ts'

export type PackageOptions = {
  projectDir: string
  part: Part
  /** Root folder of the files, as `stage` wrote it. The package takes it over. */
  root: string
  version: string
  /** Architecture of Node: `x64` or `arm64`. */
  arch: string
  lifecycle: Lifecycle
  /** As dpkg-deb names it: `xz`, `none`. */
  compression: string
  /** Seconds since 1970 that every file gets, so that the same sources give the same bytes. */
  builtAt: number
  outDir: string
}

/** Package managers take a hyphen for the start of a revision, and a tilde for something before a release. */
export const sortable = (version: string): string => version.replaceAll('-', '~')

export const maintainer = 'Rollcall maintainers <maintainers@rollcall.invalid>'

/** Findings of lintian that are intended, each with its reason. */
const overrides = (name: string) => `# The pinned Node of nodejs.org, with its own copies of libraries.
${name}: embedded-library * [usr/lib/${name}/bin/node]
${name}: hardening-no-pie [usr/lib/${name}/bin/node]
`

/** Scripts that dpkg runs (Debian Policy, chapter 6), by the functions of the lifecycle. */
const scripts: Readonly<Record<string, string>> = {
  preinst: 'case "$1" in install|upgrade) before_files ;; esac',
  postinst: 'case "$1" in configure) after_files ;; esac',
  prerm: 'case "$1" in remove) before_remove ;; esac',
  postrm:
    'case "$1" in abort-install|abort-upgrade) forget_files ;; remove) after_remove ;; purge) after_remove; after_purge ;; esac',
}

/** Writes a Debian package and returns its path. */
export async function writeDeb({
  part,
  root,
  version,
  arch,
  lifecycle,
  compression,
  builtAt,
  outDir,
}: PackageOptions): Promise<string> {
  const name = `rollcall-${part.name}`
  const architecture = debianArchitectures[arch]
  if (architecture === undefined) throw new OperatorError(`Debian has no architecture ${arch}`)
  const date = new Date(builtAt * 1000).toUTCString().replace('GMT', '+0000')
  const changelog = `${name} (${sortable(version)}) stable; urgency=medium\n\n  * Release ${version}.\n\n -- ${maintainer}  ${date}\n`
  await writeFile(join(root, `usr/share/doc/${name}/changelog.gz`), gzipSync(changelog, { level: 9 }))
  await mkdir(join(root, 'usr/share/lintian/overrides'), { recursive: true })
  await writeFile(join(root, 'usr/share/lintian/overrides', name), overrides(name))
  const files = filesBelow(root)
    .map((file) => relative(root, file))
    .sort()
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(root, file))).size))
  const control = join(root, 'DEBIAN')
  await mkdir(control)
  const recommends = part.recommends.length > 0 ? `Recommends: ${part.recommends.join(', ')}\n` : ''
  await writeFile(
    join(control, 'control'),
    `Package: ${name}
Version: ${sortable(version)}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)}
Depends: libc6 (>= 2.34), libstdc++6 (>= 12), passwd
${recommends}Section: net
Priority: optional
Description: ${part.summary}
${wrap(part.description)}
`,
  )
  await writeFile(join(control, 'conffiles'), `/${settingsFile(part)}\n`)
  const sums = await Promise.all(
    files.map(
      async (file) =>
        `${createHash('md5')
          .update(await readFile(join(root, file)))
          .digest('hex')}  ${file}\n`,
    ),
  )
  await writeFile(join(control, 'md5sums'), sums.join(''))
  for (const [script, action] of Object.entries(scripts)) {
    await writeFile(join(control, script), `#!/bin/sh\nset -e\n${lifecycle}\n${action}\n`, { mode: 0o755 })
  }
  const file = join(outDir, `${name}_${version}_${architecture}.deb`)
  const args = ['--root-owner-group', `-Z${compression}`, '--build', root, file]
  await runTool('dpkg-deb', args, { SOURCE_DATE_EPOCH: `${builtAt}` })
  return file
}

/** Breaks a text into the lines of a control file's description. */
function wrap(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < 78) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => ` ${line}`).join('\n')
}
