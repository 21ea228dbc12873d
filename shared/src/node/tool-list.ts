export type PackageManager = 'apt-get' | 'dnf' | 'apk' | 'pacman' | 'zypper' | 'brew'

export type Tool = {
  /** The program's name. */
  name: string
  /** A replacement program if `name` is not installed. */
  otherwise?: string
  /** The function that needs the program. */
  purpose: string
  /** `run`: by `npm start` and an Audit Service; `test`: also by `npm test`; `release`: also by `npm run release`. */
  neededBy: 'run' | 'test' | 'release'
  versionMin?: string
  /** The package with the program; absent if the package manager has none. */
  packages: Partial<Record<PackageManager, string>>
  /** Folders besides PATH and sbin where packages install it; one path segment may be `*`. */
  folders?: readonly string[]
  /** For a library or data set: a file or folder of its package to check instead. */
  file?: string
  /**
   * Units that its Debian package makes systemd start at boot; set-up disables them, because no daemon was requested.
   */
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
  packages: {
    ...everywhere('postgresql'),
    dnf: 'postgresql-server',
    zypper: 'postgresql-server',
    brew: 'postgresql@17',
  },
  folders: ['/usr/lib/postgresql/*/bin', '/usr/libexec/*/bin', '/opt/homebrew/opt/postgresql@17/bin'],
  unit: 'postgresql',
} as const

type Listed = Omit<Tool, 'neededBy'>

/** Needed by `npm start` and an Audit Service. */
const ofRuns: readonly Listed[] = [
  // Older releases acknowledge before the data is on disk, and no setting prevents it.
  {
    name: 'nats-server',
    purpose: 'carries tasks and results between the collector and its Audit Services',
    versionMin: '2.12.3',
    packages: everywhere('nats-server'),
  },
  {
    name: 'nmap',
    purpose: 'finds hosts that do not answer ping, open ports and operating systems',
    packages: everywhere('nmap'),
  },
  {
    name: 'fping',
    purpose: 'sweeps address ranges by ping where raw sockets are not permitted',
    packages: everywhere('fping'),
  },
]

/** Needed also by `npm test`. */
const ofTests: readonly Listed[] = [
  {
    name: 'ip',
    purpose: 'builds the test network in namespaces',
    packages: { 'apt-get': 'iproute2', dnf: 'iproute', apk: 'iproute2', pacman: 'iproute2', zypper: 'iproute2' },
  },
  {
    name: 'nft',
    purpose: 'makes hosts of the test network drop packets',
    packages: { 'apt-get': 'nftables', dnf: 'nftables', apk: 'nftables', pacman: 'nftables', zypper: 'nftables' },
    unit: 'nftables',
  },
  {
    name: 'tinyproxy',
    purpose: 'is the HTTP proxy of a site in the tests',
    packages: { ...everywhere('tinyproxy'), 'apt-get': 'tinyproxy-bin' },
  },
  {
    name: 'nginx',
    purpose: 'is a reverse proxy in front of the collector in the tests',
    packages: { ...everywhere('nginx'), 'apt-get': 'nginx-light' },
    unit: 'nginx',
  },
  {
    name: 'haproxy',
    purpose: 'is a load balancer in front of several collectors in the tests',
    packages: everywhere('haproxy'),
    unit: 'haproxy',
  },
  {
    name: 'systemd-analyze',
    purpose: 'rates how exposed the services are',
    packages: { 'apt-get': 'systemd', dnf: 'systemd', pacman: 'systemd', zypper: 'systemd' },
  },
  { name: 'tcpdump', purpose: 'shows what a scan really sends', packages: everywhere('tcpdump') },
  {
    name: 'snmpd',
    purpose: 'answers SNMP on the test network',
    packages: { ...everywhere('net-snmp'), 'apt-get': 'snmpd' },
    unit: 'snmpd',
  },
  {
    name: 'snmpwalk',
    purpose: 'says what a device really answers, to compare with our own reading',
    packages: { ...everywhere('net-snmp'), 'apt-get': 'snmp', dnf: 'net-snmp-utils', apk: 'net-snmp-tools' },
  },
  {
    name: 'dmidecode',
    purpose: 'says what SMBIOS tables really contain, to compare with our own reading',
    packages: { 'apt-get': 'dmidecode', dnf: 'dmidecode', apk: 'dmidecode', pacman: 'dmidecode', zypper: 'dmidecode' },
  },
  {
    name: 'sshd',
    purpose: 'answers SSH on the test network',
    packages: { ...everywhere('openssh-server'), pacman: 'openssh', brew: 'openssh' },
    unit: 'ssh',
  },
  { ...postgresql, name: 'initdb', purpose: 'makes the PostgreSQL cluster that the store is tested on' },
  { ...postgresql, name: 'postgres', purpose: 'runs the PostgreSQL cluster that the store is tested on' },
  {
    name: 'OpenStack Swift',
    purpose: 'is the S3-compatible server that snapshots are offloaded to in the tests',
    packages: { 'apt-get': 'python3-swift' },
    file: '/usr/lib/python3/dist-packages/swift/common/middleware/s3api',
  },
  {
    name: 'samba',
    purpose: 'is the Active Directory domain controller of the tests',
    packages: { 'apt-get': 'samba-ad-dc', dnf: 'samba-dc', apk: 'samba-dc', pacman: 'samba', zypper: 'samba-ad-dc' },
    unit: ['samba-ad-dc', 'smbd', 'nmbd', 'winbind'],
  },
  {
    name: "Samba's directory schema",
    purpose: 'is what the domain of the tests is made with',
    packages: { 'apt-get': 'samba-ad-provision' },
    file: '/usr/share/samba/setup/ad-schema',
  },
  { name: 'eu-strip', purpose: 'takes the symbols from the Node of a release', packages: everywhere('elfutils') },
  {
    name: 'rpmbuild',
    purpose: 'builds the RPM packages of a release',
    packages: { 'apt-get': 'rpm', dnf: 'rpm-build', zypper: 'rpm-build' },
  },
  { name: 'msibuild', purpose: 'builds the package of the agent for Windows', packages: everywhere('msitools') },
  {
    name: 'debootstrap',
    purpose: 'makes the Debian systems that packages are installed on in the tests',
    packages: everywhere('debootstrap'),
  },
  {
    name: 'systemd-nspawn',
    purpose: 'boots the Debian systems of the tests',
    packages: { 'apt-get': 'systemd-container', dnf: 'systemd-container', zypper: 'systemd-container' },
  },
  // Part of the monitoring system's package. Set-up does not start the system itself.
  {
    name: 'promtool',
    purpose: 'checks the metrics, the alert rules and the dashboard',
    packages: {
      ...everywhere('prometheus'),
      dnf: 'golang-github-prometheus',
      zypper: 'golang-github-prometheus-prometheus',
    },
    unit: 'prometheus',
  },
  // Chromium without its windows: the tests take a quarter less time.
  {
    name: 'chromium-headless-shell',
    otherwise: 'chromium',
    purpose: 'runs the web UI tests',
    packages: {
      'apt-get': 'chromium-headless-shell',
      dnf: 'chromium',
      apk: 'chromium',
      pacman: 'chromium',
      zypper: 'chromium',
    },
  },
]

/** Needed also by `npm run release`. */
const ofReleases: readonly Listed[] = [
  {
    name: 'mmdebstrap',
    purpose: 'makes the Debian system inside the container images of a release',
    packages: { 'apt-get': 'mmdebstrap' },
  },
  {
    name: 'setcap',
    purpose: 'gives programs inside the container images their capabilities',
    packages: { 'apt-get': 'libcap2-bin', dnf: 'libcap', zypper: 'libcap-progs' },
  },
  {
    name: 'gpg',
    purpose: 'signs the checksums of a release',
    packages: { ...everywhere('gnupg'), 'apt-get': 'gpg', dnf: 'gnupg2', zypper: 'gpg2' },
  },
  { name: 'lintian', purpose: 'checks the Debian packages of a release', packages: { 'apt-get': 'lintian' } },
  { name: 'rpmlint', purpose: 'checks the RPM packages of a release', packages: everywhere('rpmlint') },
  {
    name: 'libfaketime',
    purpose: 'moves the clock of a program in the tests of packages',
    packages: { 'apt-get': 'libfaketime' },
    file: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  },
  { name: 'podman', purpose: 'loads and runs the container images', packages: everywhere('podman') },
  { name: 'runc', purpose: 'is what podman runs containers with in the tests', packages: everywhere('runc') },
]

const needed = (neededBy: Tool['neededBy'], list: readonly Listed[]): Tool[] =>
  list.map((tool) => ({ ...tool, neededBy }))

/**
 * All external programs that Rollcall or its tests run: the one list for set-up, `rollcall doctor` and capabilities.
 */
export const tools: readonly Tool[] = [
  ...needed('run', ofRuns),
  ...needed('test', ofTests),
  ...needed('release', ofReleases),
]

const levels: readonly Tool['neededBy'][] = ['run', 'test', 'release']

/** Returns the tools for a purpose: tests need those of a run too, and a release needs all. */
export const toolsFor = (purpose: Tool['neededBy']): readonly Tool[] =>
  tools.filter(({ neededBy }) => levels.indexOf(neededBy) <= levels.indexOf(purpose))
