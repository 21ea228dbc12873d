import { OperatorError } from '@rollcall/shared/errors.ts'

type UnitOptions = {
  /** Program and arguments of one run; the program as an absolute path. */
  command: readonly string[]
  /** The only folder that the agent writes to. */
  stateDir: string
  /** File without which the service is not started. */
  needsFile?: string
}

/**
 * Returns the systemd.service(5) of one run. It may read the whole machine, and write only its own state.
 * MemoryDenyWriteExecute is left out because the JavaScript engine compiles code at run time.
 */
export function serviceUnit({ command, stateDir, needsFile }: UnitOptions): string {
  return `[Unit]
Description=Rollcall agent: sends this machine's inventory
Wants=network-online.target
After=network-online.target
${needsFile === undefined ? '' : `ConditionPathExists=${needsFile}\n`}
[Service]
Type=oneshot
EnvironmentFile=-/etc/rollcall/agent.env
ExecStart=${command.map(quoteArgument).join(' ')}
# Compiled code is kept between runs, and the young heap small: a run then peaks at some 85 MB instead of 120.
Environment=NODE_COMPILE_CACHE=/var/cache/rollcall-agent NODE_OPTIONS=--max-semi-space-size=2
CacheDirectory=rollcall-agent
TimeoutStartSec=10min
Nice=10
IOSchedulingClass=idle
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=CAP_DAC_READ_SEARCH
ProtectSystem=strict
ReadWritePaths=${quote(stateDir)}
ProtectHome=read-only
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
SystemCallErrorNumber=EPERM
`
}

/**
 * Returns the systemd.timer(5): hourly, each machine at its own fixed offset so that a fleet does not send at the same
 * time.
 */
export function timerUnit(): string {
  return `[Unit]
Description=Rollcall agent, hourly

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

/** Quotes a word for systemd; specifiers (%) are taken literally. */
function quote(word: string): string {
  if (/[\n\r\0]/.test(word)) throw new OperatorError('a systemd unit cannot hold a path with a line break')
  return `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`
}

/** Quotes an argument of a command line, in which `$` marks a variable. */
const quoteArgument = (word: string): string => quote(word).replaceAll('$', '$$$$')
