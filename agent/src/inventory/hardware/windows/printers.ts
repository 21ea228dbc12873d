import { withoutCredentials } from '@rollcall/shared/inventory/without-credentials.ts'
import type { HardwarePart, PrintQueue } from '../../parts.ts'
import type { RegistryReader } from '../../windows/registry-reader.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { listsOfUsers } from '../../windows/user-lists.ts'

const printers = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Print\\Printers'
/** PRINTER_ATTRIBUTE_SHARED of winspool.h. */
const sharedAttribute = 0x8

/** Lists the print queues of the machine, and the connections of users to queues of print servers. */
export const windowsPrinters = registrySource(
  'windows-printers',
  ['printQueues'],
  async (registry, host): Promise<HardwarePart> => {
    const users = await listsOfUsers(registry, host, 'windows-printers', (sid) => [
      { connections: connections(registry, sid), defaultName: defaultPrinter(registry, sid) },
    ])
    const defaults = new Set(users.map(({ defaultName }) => defaultName))
    const queues = [...ownQueues(registry), ...users.flatMap(({ connections = [] }) => connections)]
    // Each user has a default of their own.
    const isDefault = (name: string) => (users.length > 0 ? defaults.has(name.toLowerCase()) : undefined)
    return { printQueues: queues.map((queue) => ({ ...queue, isDefault: isDefault(queue.name) })) }
  },
)

const ownQueues = (registry: RegistryReader): PrintQueue[] =>
  registry.keys(printers).map((key) => {
    const values = registry.values(`${printers}\\${key}`)
    const port = values.text('Port')
    return {
      name: values.text('Name') ?? withBackslashes(key),
      driver: values.text('Printer Driver'),
      port: port && withoutCredentials(port),
      location: values.text('Location'),
      isShared: ((values.number('Attributes') ?? 0) & sharedAttribute) !== 0,
    }
  })

const connections = (registry: RegistryReader, sid: string): PrintQueue[] => {
  const names = registry.keys(`HKU\\${sid}\\Printers\\Connections`).map(withBackslashes)
  return names.map((name) => ({ name, port: name }))
}

/** The name of a key has commas for the backslashes of `\\server\queue`. */
const withBackslashes = (key: string): string => key.replaceAll(',', '\\')

/** Reads `Name,winspool,Ne01:`, in lower case. */
function defaultPrinter(registry: RegistryReader, sid: string): string | undefined {
  const device = registry.values(`HKU\\${sid}\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Windows`).text('Device')
  return device?.replace(/,[^,]*,[^,]*$/, '').toLowerCase()
}
