import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { print } from './output.ts'
import { commandOf } from './project.ts'

type Unit = {
  part: 'collector' | 'audit-service'
  /** Arguments of `rollcall`. */
  args: string[]
  /** Folders it writes; all else is read-only to it. */
  writable: string[]
  json?: boolean | undefined
}

const unitName = (part: Unit['part']) => `rollcall-${part}.service`
const unitFile = (part: Unit['part']) => `/etc/systemd/system/${unitName(part)}`

/** Settings of the environment for a service, one `NAME=value` a line; may be missing. */
const environmentFile = (part: Unit['part']) => `/etc/rollcall/${part}.env`

/** One argument in a unit file (systemd.service(5), Quoting): `%` and `$` mean nothing there. */
const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/** The unit, with what systemd can take away from it taken away. */
export function unitText({ part, args, writable }: Unit): string {
  const { program, args: programArgs } = commandOf(args)
  const command = [program, ...programArgs].map(quote).join(' ')
  // Raw sockets for ICMP and SYN probes; the collector needs none of it.
  const capabilities = part === 'audit-service' ? 'CAP_NET_RAW' : ''
  return `[Unit]
Description=Rollcall ${part}
Wants=network-online.target
After=network-online.target

[Service]
EnvironmentFile=-${environmentFile(part)}
ExecStart=${command}
Restart=on-failure
RestartSec=5
TimeoutStopSec=30
CapabilityBoundingSet=${capabilities}
AmbientCapabilities=${capabilities}
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
ReadWritePaths=${writable.map(quote).join(' ')}

[Install]
WantedBy=multi-user.target
`
}

export async function installUnit(unit: Unit): Promise<void> {
  requireSystemd()
  try {
    for (const folder of unit.writable) await makeFolder(folder)
    await makeFolder(dirname(unitFile(unit.part)), 0o755)
    await writeFileWhole(unitFile(unit.part), unitText(unit), { mode: 0o644 })
  } catch (error) {
    throw new OperatorError(`cannot install the service: ${messageOf(error)}`)
  }
  await systemctl('daemon-reload')
  await systemctl('enable', '--now', unitName(unit.part))
  print(
    unit.json,
    { unit: unitName(unit.part), file: unitFile(unit.part) },
    () => `${unitName(unit.part)} is installed and started`,
  )
}

export async function uninstallUnit({ part, json }: Pick<Unit, 'part' | 'json'>): Promise<void> {
  requireSystemd()
  await systemctl('disable', '--now', unitName(part))
  await removeFile(unitFile(part))
  await systemctl('daemon-reload')
  print(json, { unit: unitName(part), removed: true }, () => `${unitName(part)} is removed; its data stays`)
}

function requireSystemd(): void {
  if (process.getuid?.() !== 0) throw new OperatorError('installing a service needs root; run it with sudo')
  // The folder that sd_booted(3) looks for: systemctl alone may lie in a container that systemd does not run.
  if (!existsSync('/run/systemd/system') || !findProgram('systemctl')) {
    throw new OperatorError(
      'this machine has no systemd; run the part in the foreground under the supervisor of your choice',
    )
  }
}

async function systemctl(...args: string[]): Promise<void> {
  const { code, stderr } = await runProcess('systemctl', args, { timeoutMs: 60_000 })
  if (code !== 0) throw new OperatorError(`systemctl ${args.join(' ')} failed: ${stderr.trim()}`)
}
