import type { MemoryBlock } from './memory-block.ts'
import type { RegistryValues } from './registry-values.ts'

/**
 * The operations of Windows that an inventory source may use. Sources use nothing else, so tests run them on recorded
 * data. A buffer holds a structure as Windows documents it; pure functions beside this file decode it.
 *
 * A function returns undefined if this Windows, or this machine, does not have the thing. It throws `RefusedError` if
 * the user may not read it, `LimitError` if it is larger than the bound, and otherwise an Error with the call and its
 * error code.
 */
export type WindowsApi = {
  registry: Registry
  /** GetSystemFirmwareTable: RawSMBIOSData. */
  smbiosTables(): Buffer | undefined
  /** GetComputerNameExW: the names of this machine that are set, not those in effect in a cluster. */
  computerName(kind: 'netbios' | 'dnsHostname' | 'dnsDomain'): string | undefined
  /** RtlGetVersion: RTL_OSVERSIONINFOEXW. */
  osVersion(): Buffer
  /** GetTickCount64: milliseconds since the start, with sleep. */
  uptimeMs(): number
  /** GlobalMemoryStatusEx: MEMORYSTATUSEX. */
  memoryStatus(): Buffer
  /** GetLogicalProcessorInformationEx(RelationAll): SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX records. */
  processors(): Buffer
  /** GetAdaptersAddresses with gateways: a chain of IP_ADAPTER_ADDRESSES_LH. */
  adapters(): MemoryBlock
  /** GetExtendedTcpTable and GetExtendedUdpTable with process ids; listening TCP sockets only. */
  listenerTable(protocol: 'tcp' | 'udp', family: 4 | 6): Buffer
  /** Process32NextW: names of the running programs by process id. */
  processNames(): Map<number, string>
  /** QueryDosDeviceW(NULL): names of all devices, such as `PhysicalDrive0`. */
  deviceNames(): string[]
  /**
   * DeviceIoControl on `\\.\<name>`, opened without a right to its data. Returns the bytes that the driver wrote;
   * undefined if the device is gone or does not know the control code.
   */
  deviceControl(name: string, code: number, input: Buffer, outputBytesMax: number): Promise<Buffer | undefined>
  /**
   * Reads a part of a device; position and length are multiples of the sector size. Needs administrator rights. Returns
   * undefined if the device is gone.
   */
  readDevice(name: string, position: bigint, bytes: number): Promise<Buffer | undefined>
  /** FindFirstVolumeW and GetVolumePathNamesForVolumeNameW: local volumes that are mounted somewhere. */
  volumes(): MountedVolume[]
  /**
   * GetVolumeInformationW and GetDiskFreeSpaceExW of the root folder of a volume; undefined if its file system cannot
   * be read, such as one that BitLocker has locked.
   */
  volumeDetails(mount: string): Promise<VolumeDetails | undefined>
  /** EnumServicesStatusExW of all Windows services: ENUM_SERVICE_STATUS_PROCESSW structures. */
  services(): Counted[]
  /** NetUserEnum on level 20 for accounts of this machine: USER_INFO_20 structures. */
  localUsers(): Counted[]
  /** LookupAccountNameW for an account of this machine, as text: `S-1-5-21-…-1001`. */
  accountSid(name: string): string | undefined
  /** NetLocalGroupGetMembers on level 0 for the administrators, whatever their name: their SIDs. */
  administratorSids(): string[]
  /** Tbsi_GetDeviceInfo: TPM_DEVICE_INFO; undefined without a TPM. */
  tpmDevice(): Buffer | undefined
}

/** The 32-bit view shows to a 64-bit program what 32-bit programs see, such as `SOFTWARE\WOW6432Node`. */
export type RegistryView = '64-bit' | '32-bit'

/**
 * Reads the registry. A path starts with `HKLM` or `HKU` and has backslashes: `HKLM\SOFTWARE\Microsoft`. Upper and
 * lower case are the same. A missing key is an empty one. Each function throws `RefusedError` if the user may not read
 * the key, and `LimitError` if it has more names than `namesMax`.
 */
export type Registry = {
  /** Returns the names of the keys below a key, sorted by code unit. */
  keys(path: string, view?: RegistryView): string[]
  values(path: string, view?: RegistryView): RegistryValues
  /** Returns the time at which a value of the key was last written; undefined for a missing key. */
  writtenAt(path: string, view?: RegistryView): Date | undefined
}

export type MountedVolume = {
  /** `\\?\Volume{…}\` */
  name: string
  /** Root folders: `C:\`, or a folder on another volume. */
  mounts: string[]
}

type VolumeDetails = {
  label?: string | undefined
  fileSystem?: string | undefined
  sizeBytes?: number | undefined
  freeBytes?: number | undefined
}

/** An array of structures, with the texts that they point at. */
export type Counted = { block: MemoryBlock; count: number }
