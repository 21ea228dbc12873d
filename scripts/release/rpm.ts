import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { maintainer, type PackageOptions, sortable } from './deb.ts'
import { programDir, settingsFile } from './package-contents.ts'
import { runTool } from './run-tool.ts'
import { machines } from './tarball.ts'

/** rpm's names of the compression of the files. */
const payloads: Readonly<Record<string, string>> = { xz: 'w6.xzdio', none: 'w0.ufdio' }

/**
 * Scripts that rpm runs, by the functions of the lifecycle. `$1` is the number of versions that are installed afterwards.
 * rpm removes what only the former version had after `%post`, and would also take it from a former version that is back.
 */
const scripts: Readonly<Record<string, string>> = {
  pre: 'before_files',
  posttrans: 'after_files',
  preun: 'if [ "$1" -eq 0 ]; then before_remove; fi',
  postun: 'if [ "$1" -eq 0 ]; then after_remove; fi',
}

/** Writes an RPM package and returns its path. */
export async function writeRpm(options: PackageOptions): Promise<string> {
  const { part, root, version, arch, lifecycle, compression, builtAt, outDir } = options
  const name = `rollcall-${part.name}`
  const architecture = machines[arch]
  if (architecture === undefined) throw new OperatorError(`RPM has no architecture ${arch}`)
  const settings = settingsFile(part)
  const links = {
    '/usr/bin/rollcall': '/etc/alternatives/rollcall',
    '/etc/alternatives/rollcall': `${programDir(part.name)}/rollcall`,
  }
  for (const [link, target] of Object.entries(links)) {
    await mkdir(dirname(join(root, link)), { recursive: true })
    await symlink(target, join(root, link))
  }
  const files = [
    programDir(part.name),
    ...Object.keys(part.units).map((unit) => `/usr/lib/systemd/system/${unit}`),
    ...(part.user === undefined ? [] : [`/usr/lib/sysusers.d/${name}.conf`]),
    `%dir /${dirname(settings)}`,
    `%attr(0640, root, root) %config(noreplace) /${settings}`,
    `%doc /usr/share/doc/${name}`,
    // update-alternatives makes them.
    ...Object.keys(links).map((link) => `%ghost ${link}`),
  ]
  const work = join(root, '..', 'rpm')
  await mkdir(work)
  const spec = join(work, `${name}.spec`)
  await writeFile(
    spec,
    `Name: ${name}
Version: ${sortable(version)}
Release: 1
Summary: ${part.summary}
License: Apache-2.0
Group: System/Management
Packager: ${maintainer}
AutoReqProv: no
Requires: glibc >= 2.34, libstdc++.so.6()(64bit), /usr/sbin/useradd
Requires(posttrans): /usr/sbin/update-alternatives
Requires(preun): /usr/sbin/update-alternatives
Requires(postun): /usr/sbin/update-alternatives
${part.recommends.map((each) => `Recommends: ${each}\n`).join('')}
%description
${wrapped(part.description)}

${Object.entries(scripts)
  .map(([script, action]) => `%${script}\nset -e\n${lifecycle}\n${action}\n`)
  .join('\n')}
%files
%defattr(-, root, root)
${files.join('\n')}

%changelog
* ${dateOfChangelog(builtAt)} ${maintainer} - ${sortable(version)}-1
- Release ${version}.
`,
  )
  const defines = {
    _topdir: work,
    _rpmdir: work,
    _build_name_fmt: '%%{NAME}-%%{VERSION}.%%{ARCH}.rpm',
    _binary_payload: payloads[compression] ?? compression,
    _buildhost: 'localhost',
    _build_id_links: 'none',
    __os_install_post: '%{nil}',
    __spec_install_pre: '%{nil}',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
  }
  const args = Object.entries(defines).flatMap(([key, value]) => ['--define', `${key} ${value}`])
  const build = ['-bb', '--quiet', '--target', `${architecture}-linux`, '--buildroot', root, ...args, spec]
  await runTool('rpmbuild', build, { SOURCE_DATE_EPOCH: `${builtAt}` })
  const file = join(outDir, `${name}-${version}.${architecture}.rpm`)
  // Often on another disk than the temporary folder.
  await copyFile(join(work, `${name}-${sortable(version)}.${architecture}.rpm`), file)
  return file
}

/** Breaks a text into lines of at most 79 characters. */
const wrapped = (text: string): string => text.replace(/(.{1,79})(?: |$)/g, '$1\n').trimEnd()

/** Such as `Mon Nov 23 2026`. */
const dateOfChangelog = (seconds: number): string =>
  new Date(seconds * 1000).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+).*/, '$1 $3 $2 $4')
