import { configPath, storedJoinPath } from '@rollcall/agent/config.ts'
import { oftenUnits, serviceUnit, timerUnit, watchUnit } from '@rollcall/agent/service/units.ts'
import { packagedStateDir, unitText } from '../../cli/src/systemd-units.ts'

export type PartName = 'collector' | 'audit-service' | 'agent'

/** One installable part of Rollcall: the contents of its packages. */
export type Part = {
  name: PartName
  /** One line, as package managers list it. */
  summary: string
  description: string
  /** Module that exports `main`. */
  entry: string
  /** Programs that come along, from the set-up's folder of tools. */
  programs: readonly string[]
  recommends: readonly string[]
  stateDir: string
  /** System user of the service; the agent runs as root to read the whole machine. */
  user?: string
  /** Variables of the command line, where the operator sets none. */
  defaults: Readonly<Record<string, string>>
  /** Unit files by name. */
  units: Readonly<Record<string, string>>
  /** The unit that is enabled at installation. */
  enabledUnit: string
  /** A unit that an administrator may enable. */
  optionalUnit?: string
  /** Container image; the agent has none, since it audits the machine that it runs on. */
  image?: Image
  /** The unit starts at installation. Parts that have to join a collector first do not. */
  startsAtOnce: boolean
}

type Image = {
  /** Packages of Debian that the part uses. */
  packages: readonly string[]
  env: Readonly<Record<string, string>>
  ports: readonly number[]
  /** As setcap(8) takes them, for Node and for `capable`: programs of those packages. */
  capabilities?: string
  capable?: readonly string[]
  /** Seconds between two checks of the health, and those before the first that counts. */
  health: { intervalS: number; startS: number }
}

/** Folder of the program of a part. */
export const programDir = (name: PartName): string => `/usr/lib/rollcall-${name}`

const commandOf = (name: PartName, verb = 'run'): string[] => [`${programDir(name)}/rollcall`, name, verb]

/** The first has the most commands: where several are installed, `rollcall` is its command line. */
export const parts: readonly Part[] = [
  {
    name: 'collector',
    summary: 'IT-asset inventory: the central part',
    description:
      'The collector stores what Audit Services and agents report about the devices of a network, and offers it as a web interface and an HTTPS API. It runs its own database and its own NATS server.',
    entry: 'cli/src/main.ts',
    programs: ['nats-server'],
    recommends: [],
    stateDir: packagedStateDir.collector,
    user: 'rollcall-collector',
    defaults: { ROLLCALL_DATA_DIR: packagedStateDir.collector },
    units: {
      'rollcall-collector.service': unitText({
        part: 'collector',
        command: commandOf('collector'),
        stateDir: packagedStateDir.collector,
        bindsLowPorts: true,
      }),
    },
    image: {
      packages: [],
      env: { ROLLCALL_HOST: '0.0.0.0' },
      ports: [8443, 4222],
      health: { intervalS: 30, startS: 120 },
    },
    enabledUnit: 'rollcall-collector.service',
    startsAtOnce: true,
  },
  {
    name: 'audit-service',
    summary: 'IT-asset inventory: scans and audits one site',
    description:
      'The Audit Service runs the scans and audits of a site for a collector. It connects outbound only, and keeps results on disk while the collector cannot be reached.',
    entry: 'cli/src/main-of-audit-service.ts',
    programs: [],
    recommends: ['nmap', 'fping'],
    stateDir: packagedStateDir['audit-service'],
    user: 'rollcall-audit-service',
    defaults: {},
    units: {
      'rollcall-audit-service.service': unitText({
        part: 'audit-service',
        command: commandOf('audit-service'),
        stateDir: packagedStateDir['audit-service'],
        needsFile: `${packagedStateDir['audit-service']}/service.json`,
      }),
    },
    image: {
      packages: ['nmap', 'fping', 'iproute2', 'iputils-ping'],
      env: { NMAP_PRIVILEGED: '1' },
      ports: [],
      capabilities: 'cap_net_raw+ep',
      capable: ['/usr/bin/nmap'],
      health: { intervalS: 60, startS: 60 },
    },
    enabledUnit: 'rollcall-audit-service.service',
    startsAtOnce: false,
  },
  {
    name: 'agent',
    summary: 'IT-asset inventory: reports this machine',
    description:
      'The agent reads the hardware, the software and the network settings of its machine once an hour, sends them to a collector, and exits.',
    entry: 'cli/src/main-of-agent.ts',
    programs: [],
    recommends: [],
    stateDir: '/var/lib/rollcall-agent',
    defaults: {},
    units: {
      'rollcall-agent.service': serviceUnit({
        command: [...commandOf('agent'), '--if-due'],
        stateDir: '/var/lib/rollcall-agent',
        needsOneOf: [configPath('/var/lib/rollcall-agent'), storedJoinPath('/var/lib/rollcall-agent')],
      }),
      'rollcall-agent.timer': timerUnit(),
      ...oftenUnits('/var/lib/rollcall-agent'),
      'rollcall-agent-watch.service': watchUnit({
        command: commandOf('agent', 'watch'),
        stateDir: '/var/lib/rollcall-agent',
      }),
    },
    enabledUnit: 'rollcall-agent.timer',
    optionalUnit: 'rollcall-agent-watch.service',
    startsAtOnce: true,
  },
]

/** Path of a part's settings below the root. */
export const settingsFile = ({ name }: Pick<Part, 'name'>): string => `etc/rollcall/${name}.env`

/** Replaces each `@NAME@` of a template. */
export const fillIn = (template: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`@${name}@`, value), template)
