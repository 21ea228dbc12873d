import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { isLoginShell } from '@rollcall/shared/inventory/login-shells.ts'
import { hostedSystemsOf } from './glpi-hosted-systems.ts'
import { peripheralsOf } from './glpi-peripherals.ts'
import type { GlpiContent, GlpiItem } from './glpi-schema.ts'
import { mebibytes, megabytes, positive, timeOf } from './glpi-values.ts'

type Component = NonNullable<Hardware['components']>[number]

/** Kinds of parts that are listed as components. An absent list means that the kind was not read. */
const componentLists = {
  controller: ({ controllers }) =>
    controllers?.map(({ name, caption, manufacturer, type, pcislot }) => ({
      name: name ?? caption,
      manufacturer,
      description: type ?? pcislot,
    })),
  usb: ({ usbdevices }) =>
    usbdevices?.map(({ name, caption, manufacturer, serial, vendorid, productid }) => ({
      name: name ?? caption ?? (vendorid && `${vendorid}:${productid ?? ''}`),
      manufacturer,
      serialNumber: serial,
    })),
  sound: ({ sounds }) => sounds?.map(({ name, manufacturer, description }) => ({ name, manufacturer, description })),
  simCard: ({ simcards }) =>
    simcards?.map(({ operator_name, serial }) => ({ name: operator_name, serialNumber: serial })),
  firmware: ({ firmwares }) =>
    firmwares?.map(({ name, manufacturer, version, description }) => ({
      name,
      manufacturer,
      description,
      firmwareRevision: version,
    })),
  supply: ({ cartridges }) =>
    cartridges?.flatMap((each) => Object.entries(each).map(([name, left]) => ({ name, description: left }))),
} satisfies Record<string, (content: GlpiContent) => Omit<Component, 'id' | 'class'>[] | undefined>

/** Converts the hardware of a document. Parts without a section are absent. */
export function hardwareOf(content: GlpiContent): Hardware {
  const { bios, hardware, operatingsystem: os, network_device: device } = content
  return {
    system: {
      manufacturer: bios?.smanufacturer ?? device?.manufacturer,
      model: bios?.smodel ?? device?.model,
      serialNumber: bios?.ssn ?? device?.serial,
      uuid: hardware?.uuid,
      assetTag: bios?.assettag ?? device?.assettag,
      description: device?.description ?? device?.comments ?? hardware?.description,
      contact: device?.contact,
      location: device?.location,
      chassis: hardware?.chassis_type,
      virtualization: hardware?.vmsystem === 'Physical' ? undefined : hardware?.vmsystem,
    },
    ...(os && {
      os: {
        name: os.full_name ?? os.name,
        version: os.version,
        kernel: os.kernel_version,
        architecture: os.arch,
        installedAt: timeOf(os.install_date),
        bootedAt: timeOf(os.boot_time),
      },
    }),
    ...firmwareOf(content),
    ...(bios && { board: { manufacturer: bios.mmanufacturer, model: bios.mmodel, serialNumber: bios.msn } }),
    ...(content.cpus && { processors: content.cpus.map(processorOf) }),
    ...memoryOf(content),
    ...(content.storages && { disks: content.storages.flatMap(diskOf) }),
    ...(content.drives && { volumes: content.drives.flatMap(volumeOf) }),
    ...(content.local_users && { accounts: content.local_users.flatMap((user) => accountOf(user, content)) }),
    ...peripheralsOf(content),
    ...hostedSystemsOf(content),
    ...securityOf(content),
    ...componentsOf(content),
  }
}

function accountOf(
  { login, name, id, home, shell }: GlpiItem<'local_users'>,
  { users }: GlpiContent,
): NonNullable<Hardware['accounts']> {
  if (login === undefined || (shell !== undefined && !isLoginShell(shell))) return []
  const isSignedIn = users && { isSignedIn: users.some((user) => user.login === login) }
  return [{ name: login, fullName: name, id, home, shell, ...isSignedIn }]
}

function securityOf({ antivirus, firewalls }: GlpiContent): Pick<Hardware, 'security'> {
  if (antivirus === undefined && firewalls === undefined) return {}
  return {
    security: {
      ...(antivirus && { antivirus: antivirus.flatMap(antivirusOf) }),
      ...(firewalls && { firewalls: firewalls.flatMap(firewallOf) }),
    },
  }
}

const firewallStates = new Map<string | undefined, 'on' | 'off'>([
  ['on', 'on'],
  ['off', 'off'],
])

function firewallOf({
  description,
  profile,
  status,
}: GlpiItem<'firewalls'>): NonNullable<NonNullable<Hardware['security']>['firewalls']> {
  const state = firewallStates.get(status?.toLowerCase())
  return state === undefined ? [] : [{ name: description ?? 'firewall', profile: profile?.toLowerCase(), state }]
}

type Antivirus = NonNullable<NonNullable<Hardware['security']>['antivirus']>

function antivirusOf(program: GlpiItem<'antivirus'>): Antivirus {
  const { name, version, enabled, uptodate: isUpToDate, base_creation } = program
  if (name === undefined) return []
  const state = enabled === undefined ? undefined : enabled ? 'on' : 'off'
  return [{ name, version, state, isUpToDate, signaturesFrom: timeOf(base_creation) }]
}

function firmwareOf({ bios, network_device: device }: GlpiContent): Pick<Hardware, 'firmware'> {
  if (bios) return { firmware: { vendor: bios.bmanufacturer, version: bios.bversion, date: bios.bdate } }
  return device?.firmware === undefined ? {} : { firmware: { version: device.firmware } }
}

const processorOf = ({ manufacturer, name, core, thread, speed }: GlpiItem<'cpus'>) => ({
  manufacturer,
  model: name,
  cores: positive(core),
  threads: positive(thread),
  speedMhz: positive(speed),
})

function memoryOf({ hardware, memories, network_device: device }: GlpiContent): Pick<Hardware, 'memory'> {
  const totalBytes = mebibytes(hardware?.memory ?? device?.ram)
  const swapBytes = mebibytes(hardware?.swap)
  if (totalBytes === undefined && swapBytes === undefined && memories === undefined) return {}
  const modules = (memories ?? []).map((module) => ({
    slot: module.numslots ?? module.caption,
    sizeBytes: mebibytes(module.capacity),
    type: module.type,
    speedMhz: positive(Number.parseInt(module.speed ?? '', 10)),
    manufacturer: module.manufacturer,
    partNumber: module.model,
    serialNumber: module.serialnumber,
  }))
  return { memory: { totalBytes, swapBytes, modules } }
}

function diskOf(storage: GlpiItem<'storages'>): NonNullable<Hardware['disks']> {
  const name = storage.name ?? storage.model
  if (name === undefined) return []
  const { manufacturer, model, firmware } = storage
  const serialNumber = storage.serial ?? storage.serialnumber
  const bus = storage.interface?.toLowerCase()
  return [{ name, manufacturer, model, serialNumber, firmware, bus, sizeBytes: megabytes(storage.disksize) }]
}

/** The mount point is `type` on Unix and `letter` on Windows. */
function volumeOf(drive: GlpiItem<'drives'>): NonNullable<Hardware['volumes']> {
  const mount = drive.letter ?? drive.type ?? drive.volumn
  if (mount === undefined) return []
  return [
    {
      mount,
      device: drive.volumn,
      fileSystem: drive.filesystem,
      label: drive.label,
      ...encryptionOf(drive),
      sizeBytes: mebibytes(drive.total),
      freeBytes: mebibytes(drive.free),
    },
  ]
}

const encryptionStates = new Map<string | undefined, 'on' | 'off'>([
  ['yes', 'on'],
  ['no', 'off'],
])

function encryptionOf({ encrypt_status: status, encrypt_name: method }: GlpiItem<'drives'>) {
  const state = encryptionStates.get(status?.toLowerCase())
  return state === undefined ? {} : { encryption: { state, method } }
}

function componentsOf(content: GlpiContent): Pick<Hardware, 'components'> {
  const listed = Object.entries(componentLists).flatMap(([kind, list]) =>
    (list(content) ?? []).map((part, index): Component => ({ id: `${kind}-${index + 1}`, class: kind, ...part })),
  )
  const ofDevice = (content.network_components ?? []).map(
    (part, index): Component => ({
      id: part.index ?? `component-${index + 1}`,
      parentId: part.contained_index,
      class: part.type ?? 'unknown',
      name: part.name,
      description: part.description,
      manufacturer: part.manufacturer,
      model: part.model,
      serialNumber: part.serial,
      hardwareRevision: part.revision,
      firmwareRevision: part.firmware,
      softwareRevision: part.version,
    }),
  )
  const components = [...ofDevice, ...listed]
  return components.length === 0 ? {} : { components }
}

/** Component classes that this document reports. */
export const componentClassesOf = (content: GlpiContent): Set<string> =>
  new Set([
    ...Object.entries(componentLists).flatMap(([kind, list]) => (list(content) === undefined ? [] : [kind])),
    ...(content.network_components ?? []).map(({ type }) => type ?? 'unknown'),
  ])
