/** Names of one item of each list. */
const items: Readonly<Record<string, string>> = {
  accounts: 'Account',
  batteries: 'Battery',
  components: 'Component',
  containers: 'Container',
  disks: 'Disk',
  graphics: 'Graphics card',
  guests: 'Virtual machine',
  interfaces: 'Interface',
  listeners: 'Listening program',
  'memory.modules': 'Memory module',
  monitors: 'Monitor',
  neighbors: 'Neighbour',
  'printer.supplies': 'Supply',
  'printer.trays': 'Tray',
  printQueues: 'Print queue',
  processors: 'Processor',
  'security.antivirus': 'Antivirus',
  'security.firewalls': 'Firewall',
  services: 'Open port',
  systemServices: 'Service',
  vlans: 'VLAN',
  volumes: 'Volume',
}

/** Names of groups of fields. Fields of a group without a name stand alone. */
const groups: Readonly<Record<string, string>> = {
  os: 'Operating system',
  'os.pendingUpdates': '',
  security: '',
  'security.accessControl': 'Access control',
  'security.timeSync': 'Time synchronization',
  'security.tpm': 'TPM',
  system: '',
  ups: 'UPS',
}

/** Names of fields whose own name does not read well. */
const fields: Readonly<Record<string, string>> = {
  certificateValidTo: 'certificate valid until',
  'encryption.state': 'encryption',
  'health.status': 'health',
  hostname: 'host name',
  isPresent: 'present',
  needsRestart: 'restart needed',
  securityUpdates: 'pending security updates',
}

const abbreviations = new Set(['bios', 'dns', 'id', 'ip', 'mac', 'mtu', 'uuid', 'vlan', 'vlans'])

/** Writes a field of the change log or a comparison in words: `disks[sda].health.status` as `Disk sda: health`. */
export function fieldLabel(section: string, path: string): string {
  if (section !== 'Hardware' && section !== 'Network') return path
  const [, list = '', key = '', field] = /^([\w.]+)\[(.*)\](?:\.([\w.]+))?$/s.exec(path) ?? []
  const item = items[list]
  if (item !== undefined) return joined(`${item} ${key}`, field)
  const end = path.lastIndexOf('.')
  const group = path.slice(0, Math.max(end, 0))
  return joined(groups[group] ?? capitalised(wordsOf(group)), path.slice(end + 1))
}

function joined(group: string, field: string | undefined): string {
  if (field === undefined) return group
  const words = fields[field] ?? wordsOf(field)
  return group === '' ? capitalised(words) : `${group}: ${words}`
}

/** Splits a name at its capitals. Units are left out, because they stand at the value. */
function wordsOf(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])|(Bytes|Bps|Mhz|MilliwattHours)$/g, '')
    .replaceAll('.', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.replace(/\w+/g, (word) => (abbreviations.has(word) ? word.toUpperCase() : word))
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
