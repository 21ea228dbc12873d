import { LimitError, RefusedError } from '../../host.ts'
import type { Registry, RegistryView, WindowsApi } from '../api.ts'
import { namesMax, type RegistryValue, RegistryValues } from '../registry-values.ts'

/** A text is a string value, a number a DWORD, a list of texts a multi-string, a buffer binary data. */
type RecordedValue = string | number | string[] | Buffer | RegistryValue

/** Recorded values by name, by path of their key. `refused` is a key that the user may not read. */
export type RecordedRegistry = Record<string, Record<string, RecordedValue> | 'refused'>

/** Recorded data of a Windows machine, for tests. The 32-bit view has a registry of its own. */
export type WindowsRecording = Partial<Omit<WindowsApi, 'registry'>> & {
  registry?: RecordedRegistry
  registry32?: RecordedRegistry
  /** Times at which keys were written, by path. */
  writtenAt?: Record<string, Date>
}

/** Returns a Windows that consists of a recording; other operations fail. */
export function recordedWindows({ registry, registry32, writtenAt, ...calls }: WindowsRecording): WindowsApi {
  const missing = (call: string) => () => {
    throw new Error(`nothing recorded for ${call}`)
  }
  return {
    smbiosTables: () => undefined,
    computerName: () => undefined,
    osVersion: missing('osVersion'),
    uptimeMs: missing('uptimeMs'),
    memoryStatus: missing('memoryStatus'),
    processors: missing('processors'),
    adapters: missing('adapters'),
    listenerTable: missing('listenerTable'),
    processNames: () => new Map(),
    deviceNames: () => [],
    deviceControl: async () => undefined,
    readDevice: async () => undefined,
    volumes: () => [],
    volumeDetails: async () => undefined,
    services: missing('services'),
    localUsers: missing('localUsers'),
    accountSid: () => undefined,
    administratorSids: () => [],
    tpmDevice: () => undefined,
    ...calls,
    registry: recordedRegistry({ '64-bit': registry ?? {}, '32-bit': registry32 ?? {} }, writtenAt ?? {}),
  }
}

type RecordedKey = { names: Set<string>; values: RecordedRegistry[string] }

function recordedRegistry(views: Record<RegistryView, RecordedRegistry>, times: Record<string, Date>): Registry {
  const keys = { '64-bit': indexed(views['64-bit']), '32-bit': indexed(views['32-bit']) }
  const written = new Map(Object.entries(times).map(([path, time]) => [path.toLowerCase(), time]))
  const find = (path: string, view: RegistryView = '64-bit') => {
    const key = keys[view].get(path.toLowerCase())
    if (key?.values === 'refused') throw new RefusedError(`registry key ${path}: access denied`)
    const names = Math.max(key?.names.size ?? 0, Object.keys(key?.values ?? {}).length)
    if (names > namesMax) throw new LimitError(`registry key ${path} has more than ${namesMax} names`)
    return key && { names: key.names, values: key.values }
  }
  return {
    keys: (path, view) => [...(find(path, view)?.names ?? [])].sort(),
    values: (path, view) =>
      new RegistryValues(
        Object.entries(find(path, view)?.values ?? {}).map(([name, value]) => [name, typed(value)] as const),
      ),
    writtenAt: (path, view) => find(path, view) && (written.get(path.toLowerCase()) ?? new Date(0)),
  }
}

/** Returns all keys by their path in lower case, with those that only contain a recorded one. */
function indexed(recorded: RecordedRegistry): Map<string, RecordedKey> {
  const keys = new Map<string, RecordedKey>()
  const add = (path: string): RecordedKey => {
    const found = keys.get(path.toLowerCase())
    if (found) return found
    const key: RecordedKey = { names: new Set(), values: {} }
    keys.set(path.toLowerCase(), key)
    const slash = path.lastIndexOf('\\')
    if (slash >= 0) add(path.slice(0, slash)).names.add(path.slice(slash + 1))
    return key
  }
  for (const [path, values] of Object.entries(recorded)) add(path).values = values
  return keys
}

function typed(value: RecordedValue): RegistryValue {
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'number') return { type: 'dword', value }
  if (Array.isArray(value)) return { type: 'strings', value }
  return Buffer.isBuffer(value) ? { type: 'binary', value } : value
}
