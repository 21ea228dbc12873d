import { OperatorError } from '@rollcall/shared/errors.ts'
import { oftenPath } from '../config.ts'

export const serviceName = 'rollcall-agent.service'
export const timerName = 'rollcall-agent.timer'
const oftenPathName = 'rollcall-agent-often.path'
const oftenTimerName = 'rollcall-agent-often.timer'

type UnitOptions = {
  /** Program and arguments of one run; the program as an absolute path. */
  command: readonly string[]
  /** The only folder that the agent writes to. */
  stateDir: string
  /** The service is started only where one of these files is there. */
  needsOneOf?: readonly string[]
}

/** Returns the systemd.service(5) of one run. */
export function serviceUnit({ command, stateDir, needsOneOf = [] }: UnitOptions): string {
  return `[Unit]
Description=Rollcall agent: sends this machine's inventory
Wants=network-online.target
After=network-online.target
${needsOneOf.map((file) => `ConditionPathExists=|${file}\n`).join('')}
[Service]
Type=oneshot
TimeoutStartSec=10min
# Another run is in progress.
SuccessExitStatus=75
${execution(command, stateDir)}`
}

/**
 * Returns the systemd.service(5) of the watch, which starts runs of its own. It ends by itself once the agent was deleted
 * at the collector, and then stays ended.
 */
export function watchUnit({ command, stateDir }: Omit<UnitOptions, 'needsOneOf'>): string {
  return `[Unit]
Description=Rollcall agent: reports changes of the software within a minute

[Service]
Type=exec
Restart=on-failure
RestartSec=5min
${execution(command, stateDir)}
[Install]
WantedBy=multi-user.target
`
}

/**
 * Returns how a unit starts its program. It may read the whole machine, and write only the agent's state.
 * MemoryDenyWriteExecute is left out because the JavaScript engine compiles code at run time.
 */
const execution = (command: readonly string[], stateDir: string): string => `EnvironmentFile=-/etc/rollcall/agent.env
ExecStart=${command.map(quoteArgument).join(' ')}
# Keeps compiled code between runs.
Environment=NODE_COMPILE_CACHE=/var/cache/rollcall-agent
CacheDirectory=rollcall-agent
Nice=10
IOSchedulingClass=idle
UMask=0077
NoNewPrivileges=yes
# In turn: files of all users, the programs behind open ports, the packet filter, the health of ATA disks.
CapabilityBoundingSet=CAP_DAC_READ_SEARCH CAP_SYS_PTRACE CAP_NET_ADMIN CAP_SYS_RAWIO
DevicePolicy=closed
DeviceAllow=block-* r
DeviceAllow=char-nvme r
DeviceAllow=/dev/zfs rw
ProtectSystem=strict
ReadWritePaths=${quote(stateDir)}
ProtectHome=read-only
PrivateMounts=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
`

/**
 * Returns the systemd.timer(5): hourly, each machine at its own fixed offset so that a fleet does not send at the same
 * time.
 */
export function timerUnit(): string {
  return `[Unit]
Description=Rollcall agent, hourly
Wants=${oftenPathName}

[Timer]
OnCalendar=hourly
OnBootSec=2min
RandomizedDelaySec=50min
FixedRandomDelay=yes
Persistent=yes

[Install]
WantedBy=timers.target
`
}

/**
 * Returns the units by name that start a run every five minutes while a file exists. A run has no right to change units,
 * but it can write that file. The timer ends when it has elapsed; systemd.path(5) starts it again while the file exists.
 */
export const oftenUnits = (stateDir: string): Readonly<Record<string, string>> => ({
  [oftenPathName]: `[Unit]
Description=Rollcall agent, every five minutes where its site asks for that
PartOf=${timerName}

[Path]
PathExists=${oneLine(oftenPath(stateDir)).replaceAll('%', '%%')}
Unit=${oftenTimerName}
`,
  [oftenTimerName]: `[Unit]
Description=Rollcall agent, in five minutes
PartOf=${timerName}

[Timer]
OnActiveSec=5min
RemainAfterElapse=no
Unit=${serviceName}
`,
})

/** Quotes a word for systemd; specifiers (%) are taken literally. */
const quote = (word: string): string => `"${oneLine(word).replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`

function oneLine(word: string): string {
  if (/[\n\r\0]/.test(word)) throw new OperatorError('a systemd unit cannot hold a path with a line break')
  return word
}

/** Quotes an argument of a command line, in which `$` marks a variable. */
const quoteArgument = (word: string): string => quote(word).replaceAll('$', '$$$$')
