/** An operating system named by sysDescr. */
export type DescribedOs = { name: string; version?: string; build?: string; kernel?: string; architecture?: string }

type OsRule = { pattern: RegExp; os: (match: RegExpExecArray) => DescribedOs }

/** Operating systems with a fixed form of sysDescr, most of them `uname -a`. */
const osRules: readonly OsRule[] = [
  {
    // Some small agents omit the host name.
    pattern: /^Linux (?:\S+ )?(\d+\.\d\S*) .*?(\S+)?$/s,
    os: ([, kernel = '', architecture = '']) => ({
      name: 'Linux',
      version: kernel,
      kernel,
      ...(/^(x86_64|i[3-6]86|aarch64|arm\w*|mips\w*|ppc\w*|s390x|riscv64)$/.test(architecture) && { architecture }),
    }),
  },
  {
    pattern: /Software: Windows (?:Version |NT |2000 )?.*?(\d+\.\d+) \(Build (\d+)/,
    os: ([, version = '', build = '']) => ({ name: 'Windows', version: `${version}.${build}`, build }),
  },
  {
    pattern: /^VMware ESXi? (\S+) build-(\d+)/,
    os: ([, version = '', build = '']) => ({ name: 'VMware ESXi', version, build }),
  },
  {
    pattern: /^VMware-vCenter-Server-Appliance (\S+) build-(\d+)/,
    os: ([, version = '', build = '']) => ({ name: 'VMware vCenter Server', version, build }),
  },
  {
    pattern: /^(FreeBSD|NetBSD|OpenBSD|DragonFly|Darwin|SunOS|HP-UX) \S+ (\S+)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  {
    // bsnmpd: the host's name, its number, the system.
    pattern: /^\S+ \d+ (FreeBSD) (\S+)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  {
    pattern: /^(FreeNAS|TrueNAS)-(?:[A-Z]+-)?(\d[\w.-]*)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  {
    pattern: /^(pfSense|OPNsense|Cumulus Linux|VyOS|Vyatta) (?:\S+ )??v?((?:V[CSE])?\d\S*)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  {
    pattern: /^SONiC Software Version: (?:SONiC\.)?(\d[\w.-]*)/,
    os: ([, version = '']) => ({ name: 'SONiC', version }),
  },
  {
    pattern: /\b(Tru64 UNIX|OpenVMS|NetWare) (V?\d[\w.-]*)/,
    os: ([, name = '', version = '']) => ({ name, version }),
  },
  { pattern: /\bIPSO \S+ (\d+\.\d[\w.-]*)/, os: ([, version = '']) => ({ name: 'IPSO', version }) },
  { pattern: /\bOS\/400 (V\dR\dM\d)/, os: ([, version = '']) => ({ name: 'IBM i', version }) },
  { pattern: /\bSoftware: ?UCOS (\d\S*)/, os: ([, version = '']) => ({ name: 'UCOS', version }) },
  { pattern: /\bAIX version:? *(\S+)/i, os: ([, version = '']) => ({ name: 'AIX', version }) },
  {
    pattern:
      /\b(Cisco (?:IOS|NX-OS|Internetwork Operating System|Adaptive Security Appliance)[\w -]{0,60}?)(?:\(tm\)| Software|,| Version)/,
    os: ([, name = '']) => ({ name: name.replace('Internetwork Operating System', 'IOS') }),
  },
  {
    pattern: /\b(ArubaOS|JUNOS|RouterOS|ExtremeXOS|Comware|IronWare|OneFS|FortiOS|Arista Networks EOS)\b/,
    os: ([, name = '']) => ({ name }),
  },
]

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
  for (const { pattern, os } of osRules) {
    const match = pattern.exec(description)
    if (match) return os(match)
  }
  return undefined
}
