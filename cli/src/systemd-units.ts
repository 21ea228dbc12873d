import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { findSystemProgram, systemEnvironment } from '@rollcall/shared/node/trusted-program.ts'
import { print } from './output.ts'
import { commandOf, installationDir, memorySettings } from './project.ts'

type Part = 'collector' | 'audit-service'

/** As long as systemd waits. */
const startTimeoutMs = 60 * 60_000

type Unit = {
  part: Part
  /** Program and arguments, the program as an absolute path. */
  command: readonly string[]
  /** Folder of the part's state: the only one it writes. */
  stateDir: string
  /** True if it listens on a port below 1024. */
  bindsLowPorts?: boolean
  /** File without which the service is not started. */
  needsFile?: string
}

const unitName = (part: Part) => `rollcall-${part}.service`
const unitFile = (part: Part) => `/etc/systemd/system/${unitName(part)}`
const packagedUnitFile = (part: Part) => `/usr/lib/systemd/system/${unitName(part)}`

/** State folders of parts that a package installed. */
export const packagedStateDir = {
  collector: '/var/lib/rollcall',
  'audit-service': '/var/lib/rollcall-audit-service',
} as const satisfies Record<Part, string>

/** Returns the system user of a part, with a group of the same name. */
const userOf = (part: Part) => `rollcall-${part}`

/** Path of a service's environment settings, one `NAME=value` per line; the file may be missing. */
const environmentFile = (part: Part) => `/etc/rollcall/${part}.env`

/** Quotes one argument in a unit file (systemd.service(5), Quoting): `%` and `$` are taken literally. */
const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/**
 * Returns the unit of a part (systemd.exec(5)). `ExecStartPre` runs as root and hands over files that an earlier
 * release, `join` or `restore` wrote as root. MemoryDenyWriteExecute is left out because the JavaScript engine compiles
 * code at run time. There is no filter of @privileged: `ip` and `ping` drop their capabilities with capset, and exit if
 * it is denied.
 */
export function unitText({ part, command, stateDir, bindsLowPorts = false, needsFile }: Unit): string {
  const environment = Object.entries(memorySettings).map((pair) => pair.join('='))
  const user = userOf(part)
  const isAudit = part === 'audit-service'
  // Raw sockets for the Audit Service and its nmap, which inherits ambient capabilities only.
  const capabilities = [...(isAudit ? ['CAP_NET_RAW'] : []), ...(bindsLowPorts ? ['CAP_NET_BIND_SERVICE'] : [])].join(
    ' ',
  )
  return `[Unit]
Description=Rollcall ${part}
Wants=network-online.target
After=network-online.target
${needsFile === undefined ? '' : `ConditionPathExists=${needsFile}\n`}
[Service]
Type=notify
NotifyAccess=all
# A migration of a large database takes its time.
TimeoutStartSec=1h
User=${user}
Group=${user}
UMask=0077
Environment=${environment.join(' ')}
EnvironmentFile=-${environmentFile(part)}
ExecStartPre=+${quote('/bin/chown')} -R -h -P ${user}:${user} ${quote(stateDir)}
ExecStart=${command.map(quote).join(' ')}
Restart=on-failure
RestartSec=5
TimeoutStopSec=30
CapabilityBoundingSet=${capabilities}
AmbientCapabilities=${capabilities}
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${quote(stateDir)}
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK${isAudit ? ' AF_PACKET' : ''}
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
}

type Installation = Omit<Unit, 'command'> & {
  /** Arguments of `rollcall` beside those that name the part and its folder. */
  options?: readonly string[]
  json?: boolean | undefined
  /** Rejects with an OperatorError if the service could not run, before anything is changed. */
  check?: () => Promise<void>
}

/** Installs a part as a service and starts it. The unit of a package is used as it is. */
export async function installUnit({ options = [], json, check, ...unit }: Installation): Promise<void> {
  requireSystemd()
  const { part, stateDir } = unit
  const isPackaged = existsSync(packagedUnitFile(part))
  if (isPackaged) {
    const isOther = stateDir !== packagedStateDir[part]
    const refused = isOther ? `the folder ${stateDir}` : options[0]
    if (refused !== undefined) {
      throw new OperatorError(
        `${unitName(part)} comes from a package and takes its settings from ${environmentFile(part)}: ${refused} cannot be given here`,
      )
    }
  }
  await check?.()
  if (!isPackaged) await writeUnit(unit, options)
  const wasEnabled = (await unitState(part))?.startsAtBoot ?? false
  await run('systemctl', 'enable', unitName(part))
  try {
    await restart(part)
  } catch (error) {
    // Else systemd would start it again and again, and at each boot.
    if (!wasEnabled) await run('systemctl', 'disable', '--now', unitName(part))
    throw error
  }
  print(
    json,
    { unit: unitName(part), file: isPackaged ? packagedUnitFile(part) : unitFile(part), user: userOf(part) },
    () => `${unitName(part)} is installed and started; it runs as the user ${userOf(part)}`,
  )
}

async function writeUnit(unit: Omit<Unit, 'command'>, options: readonly string[]): Promise<void> {
  const folder = unit.part === 'collector' ? '--data-dir' : '--state-dir'
  const { program, args } = commandOf([unit.part, 'run', folder, unit.stateDir, ...options])
  const text = unitText({ ...unit, command: [program, ...args] })
  const user = userOf(unit.part)
  await run('systemd-sysusers', '--inline', `u ${user} - "Rollcall ${unit.part}"`)
  await requireReadable(user)
  try {
    await makeFolder(unit.stateDir)
    await makeFolder(dirname(unitFile(unit.part)), 0o755)
    await writeFileWhole(unitFile(unit.part), text, { mode: 0o644 })
  } catch (error) {
    throw new OperatorError(`cannot install the service: ${messageOf(error)}`)
  }
  await run('chown', '-R', '-h', '-P', `${user}:${user}`, unit.stateDir)
  await requireReachable(user, unit.stateDir)
  await run('systemctl', 'daemon-reload')
}

/** Does work while the service of a part does not run. A failure starts it again if it ran before. */
export async function withUnitStopped(part: Part, work: () => Promise<unknown>): Promise<void> {
  requireSystemd()
  const isActive = async () => (await runOfSystem('systemctl', ['is-active', unitName(part)], 10_000)).code === 0
  const wasActive = await isActive()
  if (wasActive) await run('systemctl', 'stop', unitName(part))
  try {
    await work()
  } catch (error) {
    if (wasActive) await run('systemctl', 'start', unitName(part))
    throw error
  }
}

/** Refuses an installation that the user cannot run, such as a checkout in root's home directory. */
async function requireReadable(user: string): Promise<void> {
  const { program, args } = commandOf(['--version'])
  const { code, stderr } = await runOfSystem('runuser', ['-u', user, '--', program, ...args], 60_000)
  if (code === 0) return
  throw new OperatorError(
    `the user ${user} cannot run Rollcall in ${installationDir}: move it to a folder that every user can read, such as /opt/rollcall, and install again (${lastLine(stderr)})`,
  )
}

async function requireReachable(user: string, folder: string): Promise<void> {
  const { code } = await runOfSystem('runuser', ['-u', user, '--', 'test', '-w', folder], 10_000)
  if (code === 0) return
  throw new OperatorError(
    `the user ${user} cannot open ${folder}: choose a folder whose parents every user can enter, such as one below /var/lib`,
  )
}

/** Starts a service, anew where it runs. Returns once it is ready; else fails with the end of its journal. */
async function restart(part: Part): Promise<void> {
  const { code } = await runOfSystem('systemctl', ['restart', unitName(part)], startTimeoutMs)
  if (code === 0) return
  throw new OperatorError(`${unitName(part)} does not start. The end of its journal:\n${await journalTail(part)}`)
}

/** Returns the end of a part's journal; empty without one. */
export async function journalTail(part: Part): Promise<string> {
  const tail = ['--unit', unitName(part), '--lines', '8', '--output', 'cat', '--no-pager']
  if (!findSystemProgram('journalctl')) return ''
  return (await runOfSystem('journalctl', tail, 10_000)).stdout.trim()
}

export type UnitState = { unit: string; state: string; since: string; startsAtBoot: boolean }

/** Reads the state of a part's service from systemd (org.freedesktop.systemd1(5)); undefined if it has none. */
export async function unitState(part: Part): Promise<UnitState | undefined> {
  if (!existsSync('/run/systemd/system') || !findSystemProgram('systemctl')) return undefined
  const names = ['LoadState', 'ActiveState', 'SubState', 'UnitFileState', 'StateChangeTimestamp']
  const { stdout } = await runOfSystem('systemctl', ['show', unitName(part), `--property=${names.join(',')}`], 10_000)
  const values = new Map(
    stdout.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const value = (name: string) => values.get(name) ?? ''
  if (value('LoadState') !== 'loaded') return undefined
  return {
    unit: unitName(part),
    state: `${value('ActiveState')} (${value('SubState')})`,
    since: value('StateChangeTimestamp'),
    startsAtBoot: value('UnitFileState') === 'enabled',
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

export async function uninstallUnit({ part, json }: Pick<Installation, 'part' | 'json'>): Promise<void> {
  requireSystemd()
  await run('systemctl', 'disable', '--now', unitName(part))
  await removeFile(unitFile(part))
  await run('systemctl', 'daemon-reload')
  const isPackaged = existsSync(packagedUnitFile(part))
  print(json, { unit: unitName(part), removed: !isPackaged }, () =>
    isPackaged
      ? `${unitName(part)} is stopped and no longer starts at boot; its package rollcall-${part} is still installed`
      : `${unitName(part)} is removed; its data and its user are kept`,
  )
}

function requireSystemd(): void {
  if (process.getuid?.() !== 0) throw new OperatorError('installing a service needs root; run it with sudo')
  // The folder that sd_booted(3) checks: a container may have systemctl without running systemd.
  if (!existsSync('/run/systemd/system') || !findSystemProgram('systemctl')) {
    throw new OperatorError(
      'this machine has no systemd; run the service in the foreground under a supervisor of your choice',
    )
  }
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await runOfSystem(program, args, 5 * 60_000)
  if (code !== 0) throw new OperatorError(`${program} ${args.join(' ')} failed: ${stderr.trim()}`)
}

/** Runs a program of the system to its end. Where root runs this command, PATH and the environment decide nothing. */
async function runOfSystem(name: string, args: readonly string[], timeoutMs: number): Promise<RunResult> {
  const program = findSystemProgram(name)
  if (program === undefined)
    throw new OperatorError(`${name} is not in a folder of the system that only root can change`)
  return runProcess(program, args, { timeoutMs, env: systemEnvironment() })
}
