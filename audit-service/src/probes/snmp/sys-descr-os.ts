import { optional } from '@rollcall/shared/optional.ts'

/** An operating system named by sysDescr. */
export type DescribedOs = { name: string; version?: string; build?: string; kernel?: string; architecture?: string }

/**
 * Forms of sysDescr by operating system, most of them `uname -a`. The groups name their content; `name` is one of them
 * if a form fits several systems.
 */
const forms: readonly (readonly [name: string, form: RegExp])[] = [
  // Some small agents omit the host name.
  ['Linux', /^Linux (?:\S+ )?(?<kernel>\d+\.\d\S*) .*?(?<architecture>\S+)?$/s],
  ['Windows', /Software: Windows (?:Version |NT |2000 )?.*?(?<version>\d+\.\d+) \(Build (?<build>\d+)/],
  ['VMware ESXi', /^VMware ESXi? (?<version>\S+) build-(?<build>\d+)/],
  ['VMware vCenter Server', /^VMware-vCenter-Server-Appliance (?<version>\S+) build-(?<build>\d+)/],
  ['', /^(?<name>FreeBSD|NetBSD|OpenBSD|DragonFly|Darwin|SunOS|HP-UX) \S+ (?<version>\S+)/],
  // bsnmpd: the host's name, its number, the system.
  ['FreeBSD', /^\S+ \d+ FreeBSD (?<version>\S+)/],
  ['', /^(?<name>FreeNAS|TrueNAS)-(?:[A-Z]+-)?(?<version>\d[\w.-]*)/],
  ['', /^(?<name>pfSense|OPNsense|Cumulus Linux|VyOS|Vyatta) (?:\S+ )??v?(?<version>(?:V[CSE])?\d\S*)/],
  ['SONiC', /^SONiC Software Version: (?:SONiC\.)?(?<version>\d[\w.-]*)/],
  ['', /\b(?<name>Tru64 UNIX|OpenVMS|NetWare) (?<version>V?\d[\w.-]*)/],
  ['IPSO', /\bIPSO \S+ (?<version>\d+\.\d[\w.-]*)/],
  ['IBM i', /\bOS\/400 (?<version>V\dR\dM\d)/],
  ['UCOS', /\bSoftware: ?UCOS (?<version>\d\S*)/],
  ['AIX', /\bAIX version:? *(?<version>\S+)/i],
  [
    '',
    /\b(?<name>Cisco (?:IOS|NX-OS|Internetwork Operating System|Adaptive Security Appliance)[\w -]{0,60}?)(?:\(tm\)| Software|,| Version)/,
  ],
  ['', /\b(?<name>ArubaOS|JUNOS|RouterOS|ExtremeXOS|Comware|IronWare|OneFS|FortiOS|Arista Networks EOS)\b/],
]
const architectures = /^(x86_64|i[3-6]86|aarch64|arm\w*|mips\w*|ppc\w*|s390x|riscv64)$/

const computerSystems: ReadonlySet<string> = new Set([
  'Linux',
  'Windows',
  'AIX',
  'FreeBSD',
  'NetBSD',
  'OpenBSD',
  'DragonFly',
  'Darwin',
  'SunOS',
  'HP-UX',
  'IBM i',
  'UCOS',
  'Tru64 UNIX',
  'OpenVMS',
  'NetWare',
  'VMware vCenter Server',
])
/** Appliances that can be installed on any machine. */
const applianceSystems: ReadonlySet<string> = new Set([
  'VMware ESXi',
  'pfSense',
  'OPNsense',
  'FreeNAS',
  'TrueNAS',
  'SONiC',
  'VyOS',
  'Vyatta',
])

export const isComputerOs = (name: string): boolean => computerSystems.has(name)

/** Returns true for systems whose sysDescr names the host instead of a product. */
export const isHostOs = (name: string): boolean => isComputerOs(name) || applianceSystems.has(name)

export function describedOs(description: string): DescribedOs | undefined {
  for (const [system, form] of forms) {
    const match = form.exec(description)
    if (match === null) continue
    const { name = system, version, build, kernel, architecture = '' } = match.groups ?? {}
    return {
      name: name.replace('Internetwork Operating System', 'IOS'),
      ...optional({
        version: name === 'Windows' ? `${version}.${build}` : (version ?? kernel),
        build,
        kernel,
        architecture: architectures.test(architecture) ? architecture : undefined,
      }),
    }
  }
  return undefined
}
