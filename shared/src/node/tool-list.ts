export type PackageManager = 'apt-get' | 'dnf' | 'apk' | 'pacman' | 'zypper' | 'brew'

export type Tool = {
  /** The program's name. */
  name: string
  /** Another program that does the same where `name` is not there. */
  otherwise?: string
  /** What is not possible without it. */
  purpose: string
  /** `run`: by `npm start` and an Audit Service; `test`: only by `npm test`. */
  neededBy: 'run' | 'test'
  versionMin?: string
  /** The package that holds it; absent where the package manager has none. */
  packages: Partial<Record<PackageManager, string>>
  /** Where packages put it besides PATH and sbin; one folder may be `*`. */
  folders?: readonly string[]
  /** For what is no program: a file or folder of its package, which is looked for instead. */
  file?: string
  /** What its Debian package would have systemd start at boot; set-up turns it off, as nobody asked for a daemon. */
  unit?: string | readonly string[]
}

const everywhere = (name: string): Record<PackageManager, string> => ({
  'apt-get': name,
  dnf: name,
  apk: name,
  pacman: name,
  zypper: name,
  brew: name,
})

const postgresql = {
  neededBy: 'test',
  packages: {
    ...everywhere('postgresql'),
    dnf: 'postgresql-server',
    zypper: 'postgresql-server',
    brew: 'postgresql@17',
  },
  folders: ['/usr/lib/postgresql/*/bin', '/usr/libexec/*/bin', '/opt/homebrew/opt/postgresql@17/bin'],
  unit: 'postgresql',
} as const

/** Every program from outside that Rollcall or its tests run: the one list for set-up, `rollcall doctor` and capabilities. */
export const tools: readonly Tool[] = [
  {
    name: 'nats-server',
    purpose: 'carries tasks and results between the collector and its Audit Services',
    neededBy: 'run',
    // Older ones acknowledge before the data is on disk, with no setting against it.
    versionMin: '2.12.3',
    packages: everywhere('nats-server'),
  },
  {
    name: 'nmap',
    purpose: 'finds hosts that do not answer ping, open ports and operating systems',
    neededBy: 'run',
    packages: everywhere('nmap'),
  },
  {
    name: 'fping',
    purpose: 'sweeps address ranges by ping where raw sockets are not permitted',
    neededBy: 'run',
    packages: everywhere('fping'),
  },
  {
    name: 'ip',
    purpose: 'builds the test network in namespaces',
    neededBy: 'test',
    packages: { 'apt-get': 'iproute2', dnf: 'iproute', apk: 'iproute2', pacman: 'iproute2', zypper: 'iproute2' },
  },
  {
    name: 'nft',
    purpose: 'makes hosts of the test network drop packets',
    neededBy: 'test',
    packages: { 'apt-get': 'nftables', dnf: 'nftables', apk: 'nftables', pacman: 'nftables', zypper: 'nftables' },
    unit: 'nftables',
  },
  {
    name: 'systemd-analyze',
    purpose: 'rates how exposed the services are',
    neededBy: 'test',
    packages: { 'apt-get': 'systemd', dnf: 'systemd', pacman: 'systemd', zypper: 'systemd' },
  },
  {
    name: 'tcpdump',
    purpose: 'shows what a scan really sends',
    neededBy: 'test',
    packages: everywhere('tcpdump'),
  },
  {
    name: 'snmpd',
    purpose: 'answers SNMP on the test network',
    neededBy: 'test',
    packages: { ...everywhere('net-snmp'), 'apt-get': 'snmpd' },
    unit: 'snmpd',
  },
  {
    name: 'snmpwalk',
    purpose: 'says what a device really answers, to compare with our own reading',
    neededBy: 'test',
    packages: { ...everywhere('net-snmp'), 'apt-get': 'snmp', dnf: 'net-snmp-utils', apk: 'net-snmp-tools' },
  },
  {
    name: 'sshd',
    purpose: 'answers SSH on the test network',
    neededBy: 'test',
    packages: { ...everywhere('openssh-server'), pacman: 'openssh', brew: 'openssh' },
    unit: 'ssh',
  },
  { ...postgresql, name: 'initdb', purpose: 'makes the PostgreSQL cluster that the store is tested on' },
  { ...postgresql, name: 'postgres', purpose: 'runs the PostgreSQL cluster that the store is tested on' },
  {
    name: 'OpenStack Swift',
    purpose: 'is the S3-compatible server that snapshots are offloaded to in the tests',
    neededBy: 'test',
    packages: { 'apt-get': 'python3-swift' },
    file: '/usr/lib/python3/dist-packages/swift/common/middleware/s3api',
  },
  {
    name: 'samba',
    purpose: 'is the Active Directory domain controller of the tests',
    neededBy: 'test',
    packages: { 'apt-get': 'samba-ad-dc', dnf: 'samba-dc', apk: 'samba-dc', pacman: 'samba', zypper: 'samba-ad-dc' },
    unit: ['samba-ad-dc', 'smbd', 'nmbd', 'winbind'],
  },
  {
    name: "Samba's directory schema",
    purpose: 'is what the domain of the tests is made with',
    neededBy: 'test',
    packages: { 'apt-get': 'samba-ad-provision' },
    file: '/usr/share/samba/setup/ad-schema',
  },
  {
    // Chromium without its windows: the tests take a quarter less time in it.
    name: 'chromium-headless-shell',
    otherwise: 'chromium',
    purpose: 'runs the web UI tests',
    neededBy: 'test',
    packages: {
      'apt-get': 'chromium-headless-shell',
      dnf: 'chromium',
      apk: 'chromium',
      pacman: 'chromium',
      zypper: 'chromium',
    },
  },
]
