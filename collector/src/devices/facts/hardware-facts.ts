import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { supplyLeft } from '@rollcall/shared/inventory/supply-level.ts'
import { type Fact, type FactValues, instant, ofItems, percent, several, single } from './fact.ts'

/** Two digits of precision: free space in bytes changes with every observation. */
const twoDigits = (bytes: number | undefined) => (bytes === undefined ? undefined : Number(bytes.toPrecision(2)))

/** Facts of a hardware section, which may be of an earlier form. */
export function hardwareFacts(hardware: Partial<Hardware>): Fact[] {
  return [
    ...single({
      ...ofSystem(hardware),
      ...ofOperatingSystem(hardware),
      ...ofProtection(hardware),
      ...ofPowerAndPrint(hardware),
    }),
    ...several(
      'user',
      (hardware.accounts ?? []).flatMap(({ name, isSignedIn }) => (isSignedIn ? [name] : [])),
    ),
    ...ofStorage(hardware),
    ...ofParts(hardware),
    ...ofWorkloads(hardware),
  ]
}

function ofSystem({ system = {}, processors, memory, firmware, kubernetesNode }: Partial<Hardware>): FactValues {
  const cores = (processors ?? []).map((processor) => processor.cores)
  return {
    location: system.location,
    contact: system.contact,
    chassis: system.chassis,
    ...{ virtual: system.virtualization === undefined ? undefined : true, hypervisor: system.virtualization },
    host: system.virtualizationHost,
    'cpu.model': processors?.find(({ model }) => model !== undefined)?.model,
    'cpu.count': processors?.length,
    'cpu.cores': cores.every((each) => each === undefined) ? undefined : sum(cores),
    memory: memory?.totalBytes,
    'firmware.version': firmware?.version,
    'kubernetes.version': kubernetesNode?.version,
  }
}

const sum = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0)

function ofOperatingSystem({ os }: Partial<Hardware>): FactValues {
  const pending = os?.pendingUpdates
  return {
    'os.name': os?.name,
    'os.version': os?.version,
    'os.edition': os?.edition,
    'os.build': os?.build,
    'os.kernel': os?.kernel,
    'os.architecture': os?.architecture,
    'os.installed': instant(os?.installedAt),
    'os.started': startedAt(os?.bootedAt),
    pendingUpdates: pending?.updates?.length,
    securityUpdates: pending?.updates?.filter(({ isSecurity }) => isSecurity).length,
    needsRestart: pending?.needsRestart,
  }
}

/** To the minute: many systems derive it from their uptime, so that it differs by some seconds each time. */
function startedAt(time: string | undefined): number | undefined {
  const at = instant(time)
  return at === undefined ? undefined : Math.round(at / 60_000) * 60_000
}

function ofProtection({ security = {}, volumes }: Partial<Hardware>): FactValues {
  const { secureBoot, tpm, firewalls, antivirus, timeSync } = security
  const encryption = (volumes ?? []).flatMap((volume) => volume.encryption?.state ?? [])
  return {
    secureBoot,
    ...{ tpm: tpm?.isPresent, 'tpm.version': tpm?.version },
    encrypted: encryption.length === 0 ? undefined : encryption.every((state) => state === 'on' || state === 'locked'),
    firewall: allOn((firewalls ?? []).map(({ state }) => state)),
    antivirus: antivirus?.length === 0 ? 'off' : anyOn((antivirus ?? []).flatMap(({ state }) => state ?? [])),
    'antivirus.upToDate': antivirus?.find(({ isUpToDate }) => isUpToDate !== undefined)?.isUpToDate,
    timeSync: timeSync?.state,
  }
}

const allOn = (states: readonly string[]) =>
  states.length === 0 ? undefined : states.every((state) => state === 'on') ? 'on' : 'off'
const anyOn = (states: readonly string[]) => (states.length === 0 ? undefined : states.includes('on') ? 'on' : 'off')

function ofPowerAndPrint({ printer, ups }: Partial<Hardware>): FactValues {
  const pages = (printer?.markers ?? []).flatMap(({ lifeCount }) => lifeCount ?? [])
  return {
    'printer.status': printer?.status,
    'printer.pages': pages.length === 0 ? undefined : Math.max(...pages),
    'ups.source': ups?.source,
    'ups.battery': ups?.battery?.status,
    'ups.charge': ups?.battery?.chargePercent,
    'ups.minutes': ups?.battery?.minutesRemaining,
  }
}

const ofStorage = ({ volumes, disks }: Partial<Hardware>): Fact[] => [
  ...ofItems('volume', volumes, ({ mount, fileSystem, sizeBytes, freeBytes, encryption }) => ({
    ...{ mount, fileSystem, size: sizeBytes },
    ...{ free: percent(freeBytes, sizeBytes), freeBytes: twoDigits(freeBytes), encryption: encryption?.state },
  })),
  ...ofItems('disk', disks, ({ name, manufacturer, model, serialNumber, firmware, kind, sizeBytes, health }) => ({
    ...{ name, manufacturer, model, serialNumber, firmware, kind, size: sizeBytes },
    ...{ health: health?.status, wear: health?.wearPercent },
  })),
]

const ofParts = (hardware: Partial<Hardware>): Fact[] => [
  ...ofItems('supply', hardware.printer?.supplies, supplyValues),
  ...ofItems('memoryModule', hardware.memory?.modules, ({ sizeBytes, type, partNumber }) => ({
    size: sizeBytes,
    type,
    partNumber,
  })),
  ...ofItems('monitor', hardware.monitors, ['manufacturer', 'model', 'serialNumber']),
  ...ofItems('graphics', hardware.graphics, ['name', 'driverVersion']),
  ...ofItems('battery', hardware.batteries, ({ name, fullMilliwattHours, designMilliwattHours, cycles }) => {
    return { name, health: percent(fullMilliwattHours, designMilliwattHours), cycles }
  }),
]

type Supply = NonNullable<Hardware['printer']>['supplies'][number]

function supplyValues(supply: Supply): FactValues {
  const { name, type, color } = supply
  return { name, type, color, level: supplyLeft(supply) }
}

const ofWorkloads = (hardware: Partial<Hardware>): Fact[] => [
  ...ofItems('account', hardware.accounts, ({ name, isAdministrator, isDisabled }) => {
    return { name, administrator: isAdministrator, disabled: isDisabled }
  }),
  ...ofItems('antivirus', hardware.security?.antivirus, ({ name, version, state, isUpToDate }) => {
    return { name, version, state, upToDate: isUpToDate }
  }),
  ...ofItems('printQueue', hardware.printQueues, ['name', 'driver', 'port']),
  ...ofItems('container', hardware.containers, ['name', 'image', 'runtime', 'state']),
  ...ofItems('guest', hardware.guests, ['name', 'hypervisor', 'state']),
]
