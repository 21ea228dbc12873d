import type { Host } from '../../../platform/host.ts'
import type { Antivirus, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { timeOfSeconds } from '../../text.ts'
import { type ActiveUnits, activeUnits } from './active-units.ts'

/** Protection programs by the names of their services. A name that ends in `@` has instances. */
const products: readonly { name: string; units: readonly string[] }[] = [
  { name: 'Avast Business Antivirus', units: ['avast'] },
  { name: 'Bitdefender', units: ['bdsec', 'bdsrvscand'] },
  { name: 'BlackBerry Cylance', units: ['cylancesvc'] },
  { name: 'Cisco Secure Endpoint', units: ['cisco-amp'] },
  { name: 'ClamAV', units: ['clamav-daemon', 'clamd', 'clamd@', 'clamav-clamonacc'] },
  { name: 'Cortex XDR', units: ['traps_pmd'] },
  { name: 'CrowdStrike Falcon', units: ['falcon-sensor'] },
  { name: 'Cybereason', units: ['cybereason-sensor'] },
  { name: 'Dr.Web', units: ['drweb-configd'] },
  { name: 'ESET', units: ['efs', 'eea', 'esets'] },
  { name: 'Elastic Defend', units: ['ElasticEndpoint'] },
  { name: 'FortiClient', units: ['forticlient'] },
  { name: 'Kaspersky Endpoint Security', units: ['kesl', 'kesl-supervisor'] },
  { name: 'Malwarebytes', units: ['mbdaemon'] },
  { name: 'Microsoft Defender', units: ['mdatp'] },
  { name: 'SentinelOne', units: ['sentinelone'] },
  { name: 'Sophos', units: ['sophos-spl', 'sav-protect'] },
  { name: 'Symantec Endpoint Protection', units: ['sisamddaemon', 'sisamdagent'] },
  { name: 'Trellix Endpoint Security', units: ['mfetpd'] },
  { name: 'Trend Micro', units: ['ds_agent', 'splx'] },
  { name: 'VMware Carbon Black', units: ['cbagentd', 'cbdaemon'] },
  { name: 'WithSecure', units: ['fsma', 'f-secure-linuxsecurity-lspmd'] },
]

const unitFolders = ['/usr/lib/systemd/system', '/lib/systemd/system', '/etc/systemd/system', '/etc/init.d']
const clamavFolder = '/var/lib/clamav'
/** Length of the header of a ClamAV database. */
const headerBytes = 512

/** Lists protection programs that are installed as a service, and whether they run. */
export const antivirus: Source<HardwarePart> = {
  name: 'antivirus',
  reads: ['security.antivirus'],
  isAvailable: async (host) =>
    (await Promise.all(unitFolders.map((folder) => host.listFolder(folder)))).flat().length > 0,
  collect: async (host) => {
    const [names, active] = await Promise.all([
      Promise.all(unitFolders.map((folder) => host.listFolder(folder))),
      activeUnits(host),
    ])
    const installed = new Set(names.flat().map((name) => name.replace(/\.service$/, '')))
    const found = products.filter(({ units }) => units.some((unit) => installed.has(unit)))
    const antivirus = await Promise.all(
      found.map(
        async ({ name, units }): Promise<Antivirus> => ({
          name,
          state: active && (units.some((unit) => isActive(unit, active)) ? 'on' : 'off'),
          ...(name === 'ClamAV' && { signaturesFrom: await readSignatureTime(host) }),
        }),
      ),
    )
    return antivirus.length > 0 ? { security: { antivirus } } : {}
  },
}

const isActive = (unit: string, active: ActiveUnits): boolean =>
  unit.endsWith('@') ? [...active].some((name) => name.startsWith(unit)) : active.has(unit)

/** Reads the header of the daily database, whose ninth field is the time at which it was built. */
async function readSignatureTime(host: Host): Promise<string | undefined> {
  const name = (await host.listFolder(clamavFolder)).find((entry) => /^daily\.(cld|cvd)$/.test(entry))
  const header = name === undefined ? undefined : await host.readRange(`${clamavFolder}/${name}`, 0, headerBytes)
  const fields = header?.toString('latin1').split(':') ?? []
  return fields[0] === 'ClamAV-VDB' ? timeOfSeconds(/^\d{1,12}/.exec(fields[8] ?? '')?.[0]) : undefined
}
