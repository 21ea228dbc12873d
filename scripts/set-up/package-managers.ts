import { counted } from '@rollcall/shared/counted.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import type { PackageManager } from '@rollcall/shared/node/tool-list.ts'

/** Command that installs packages without asking questions. */
const installCommands: Record<PackageManager, readonly string[]> = {
  'apt-get': ['apt-get', 'install', '-y', '--no-install-recommends'],
  dnf: ['dnf', 'install', '-y', '--setopt=install_weak_deps=False'],
  apk: ['apk', 'add'],
  pacman: ['pacman', '-S', '--noconfirm', '--needed'],
  zypper: ['zypper', '--non-interactive', 'install', '--no-recommends'],
  brew: ['brew', 'install'],
}

/**
 * Run by sh as root with the packages as arguments. A service that a package brings is not started by the
 * install (invoke-rc.d(8) asks policy-rc.d) and not at the next boot: the units to turn off come in $UNITS.
 */
const aptScript = `
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy" || exit 1
fi
install() { apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 -- "$@"; }
# No lists on a fresh machine, or older ones than what the mirror has: fetched once, then tried again.
install "$@" || { apt-get update -q && install "$@"; } || exit 1
if command -v systemctl > /dev/null; then
  for unit in $UNITS; do systemctl disable --quiet "$unit" || echo "cannot disable $unit" >&2; done
fi
`

const installTimeoutMs = 20 * 60_000

/** This machine's package manager. */
export function detectPackageManager(): PackageManager | undefined {
  const managers: PackageManager[] = ['apt-get', 'dnf', 'apk', 'pacman', 'zypper', 'brew']
  return managers.find((name) => findProgram(name) !== undefined)
}

/** The line a person can run. */
export function installLine(manager: PackageManager, packages: readonly string[]): string {
  const line = [...installCommands[manager], ...packages].join(' ')
  return manager === 'brew' ? line : `sudo ${line}`
}

/** Returns the prefix that gives a command the rights to install packages; undefined if they are not available. */
export async function elevation(manager: PackageManager): Promise<string[] | undefined> {
  const isRoot = process.getuid?.() === 0
  // brew refuses to run as root.
  if (manager === 'brew') return isRoot ? undefined : []
  if (isRoot) return []
  const sudo = findProgram('sudo')
  if (sudo === undefined) return undefined
  const { code } = await runProcess(sudo, ['-n', 'true'], { timeoutMs: 10_000 })
  return code === 0 ? [sudo, '-n'] : undefined
}

/** Installs packages; says what went wrong, or undefined. */
export async function installPackages(
  manager: PackageManager,
  prefix: readonly string[],
  packages: readonly string[],
  units: readonly string[],
): Promise<string | undefined> {
  const command =
    manager === 'apt-get'
      ? ['env', `UNITS=${units.join(' ')}`, 'sh', '-c', aptScript, 'install', ...packages]
      : [...installCommands[manager], ...packages]
  const [program = 'env', ...args] = [...prefix, ...command]
  const run = await runProcess(program, args, { timeoutMs: installTimeoutMs })
  if (run.code === 0) return undefined
  if (run.ended) return `${manager} took longer than ${counted(installTimeoutMs / 60_000, 'minute')}`
  const lines = `${run.stdout}\n${run.stderr}`.trim().split('\n')
  return lines.findLast((line) => line.startsWith('E: ')) ?? lines.at(-1)
}
