import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { type Host, readValue } from '../../../../platform/host.ts'

/**
 * Returns whether updates that are installed need a restart: a package asked for it, or a newer kernel is installed
 * than the one that runs. Undefined if nothing tells, as in a container.
 */
export async function needsRestart(host: Host): Promise<boolean | undefined> {
  const [run, running, boot, modules] = await Promise.all([
    host.listFolder('/run'),
    readValue(host, '/proc/sys/kernel/osrelease'),
    host.listFolder('/boot'),
    host.listFolder('/lib/modules'),
  ])
  if (run.includes('reboot-required')) return true
  const kernels = boot.flatMap((name) => /^vmlinuz-(\d.+)$/.exec(name)?.[1] ?? [])
  return running === undefined ? undefined : isOlder(running, kernels, modules)
}

/** Characters of the longest release: that of Linux has 64 (uname(2)). */
const releaseCharsMax = 128

/** Kernels of another flavour, such as `-rt`, are a choice of the administrator. */
export function isOlder(running: string, kernels: readonly string[], modules: readonly string[]): boolean | undefined {
  const same = kernels.filter((kernel) => flavourOf(kernel) === flavourOf(running))
  if (same.length > 0) return same.some((kernel) => compareVersions(kernel, running) > 0)
  // Arch replaces the modules of the running kernel, and its files in /boot have no version.
  const installed = modules.filter((release) => flavourOf(release) === flavourOf(running))
  return installed.length > 0 ? !installed.includes(running) : undefined
}

/** Returns `-amd64` of `6.1.0-13-amd64`, `.el9.x86_64` of `5.14.0-362.8.1.el9_3.x86_64`. */
const flavourOf = (release: string): string =>
  release.length > releaseCharsMax
    ? ''
    : (/[-.](?:el\d+|fc\d+)?[._]?[a-z][\w.+-]*$/i
        .exec(release)?.[0]
        .replace(/el(\d+)_\d+/, 'el$1')
        .replace(/\.fc\d+/, '') ?? '')
