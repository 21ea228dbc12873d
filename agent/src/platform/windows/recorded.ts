import { RefusedError } from '../host.ts'
import type { Registry, WindowsApi } from './api.ts'
import { type RegistryValue, RegistryValues } from './registry-values.ts'

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
    firmwareTable: () => undefined,
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

function recordedRegistry(views: Record<'64-bit' | '32-bit', RecordedRegistry>, times: Record<string, Date>): Registry {
  const entriesOf = (view: keyof typeof views) =>
    Object.entries(views[view]).map(([path, values]) => ({ path, values, lower: path.toLowerCase() }))
  const find = (path: string, view: keyof typeof views) => {
    const found = entriesOf(view).find(({ lower }) => lower === path.toLowerCase())?.values
    if (found === 'refused') throw new RefusedError(`registry key ${path}: access denied`)
    return found
  }
  return {
    keys: (path, view = '64-bit') => {
      find(path, view)
      const prefix = `${path.toLowerCase()}\\`
      const below = entriesOf(view).filter(({ lower }) => lower.startsWith(prefix))
      return [...new Set(below.map((entry) => entry.path.slice(prefix.length).split('\\')[0] ?? ''))].sort()
    },
    values: (path, view = '64-bit') =>
      new RegistryValues(Object.entries(find(path, view) ?? {}).map(([name, value]) => [name, typed(value)] as const)),
    writtenAt: (path) => Object.entries(times).find(([each]) => each.toLowerCase() === path.toLowerCase())?.[1],
  }
}

function typed(value: RecordedValue): RegistryValue {
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'number') return { type: 'dword', value }
  if (Array.isArray(value)) return { type: 'strings', value }
  return Buffer.isBuffer(value) ? { type: 'binary', value } : value
}
