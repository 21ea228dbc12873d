import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import { list, plain, sortedText } from './diff-parts.ts'

type Entries = ReturnType<typeof list>
type Monitor = NonNullable<Hardware['monitors']>[number]
type Listener = NonNullable<Network['listeners']>[number]

/** Parts of what an agent reads on a computer, without volatile values. */
export function endpointParts(stable: Hardware): Entries {
  const { graphics, monitors, batteries, printQueues, accounts, systemServices } = stable
  const { containers, guests, kubernetesNode } = stable
  return [
    ...list('graphics', graphics, 'name', 'manufacturer'),
    ...list('monitors', monitors, monitorKey, 'model', { fields: ({ port: _, ...fields }) => fields }),
    ...list('batteries', batteries, ({ serialNumber, name }) => serialNumber ?? name, 'model', {
      fields: ({ name: _, ...fields }) => fields,
    }),
    ...list('printQueues', printQueues, 'name', 'driver'),
    ...list('accounts', accounts, 'name', 'fullName'),
    ...list('systemServices', systemServices, 'name', 'description', { optional: ['user'] }),
    ...list('containers', containers?.filter(isDeployed), ({ name, id }) => name ?? id, 'image', {
      fields: ({ runtime, image }) => ({ runtime, image }),
    }),
    ...list('guests', guests, 'name', 'hypervisor'),
    plain('kubernetesNode', kubernetesNode),
    ...securityParts(stable.security),
  ]
}

const monitorKey = ({ serialNumber, model, port }: Monitor) => serialNumber ?? model ?? port

/**
 * Returns the displays to compare with those of another observation. Displays that only one of the two has are left out,
 * because they sleep or belong to a docking station, unless each has one that the other lacks: then they were exchanged.
 */
export function comparableMonitors(
  monitors: readonly Monitor[] | undefined,
  others: readonly Monitor[] | undefined,
): Monitor[] | undefined {
  if (!monitors || !others) return undefined
  const common = commonOf(monitors, others)
  const isExchanged = common.length < Math.min(monitors.length, others.length)
  return isExchanged ? [...monitors] : common
}

/** Returns each display that the other list has too; of several with one key, as many as both have. */
function commonOf(monitors: readonly Monitor[], others: readonly Monitor[]): Monitor[] {
  const groups = Map.groupBy(others, monitorKey)
  return [...Map.groupBy(monitors, monitorKey)].flatMap(([key, members]) =>
    members.slice(0, groups.get(key)?.length ?? 0),
  )
}

/** Kubernetes makes and removes containers of containerd all the time. Containers of other runtimes belong to a person. */
const isDeployed = ({ runtime, name }: NonNullable<Hardware['containers']>[number]) =>
  runtime !== 'containerd' && name !== undefined

function securityParts({ firewalls, antivirus, ...fields }: NonNullable<Hardware['security']> = {}): Entries {
  return [
    plain('security', fields, ['secureBoot', 'tpm', 'timeSync', 'accessControl']),
    ...list('security.firewalls', firewalls, ({ name, profile }) => [name, profile].filter(Boolean).join(' '), 'state'),
    ...list('security.antivirus', antivirus, 'name', 'version', { optional: ['version', 'state', 'isUpToDate'] }),
  ]
}

/**
 * Replaces the list of pending updates by the number of security updates. The list follows the package repository, and
 * the updates themselves are changes of the software.
 */
export function withCountedUpdates({ pendingUpdates, ...os }: NonNullable<Hardware['os']>): object {
  const { updates, needsRestart } = pendingUpdates ?? {}
  const securityUpdates = updates?.filter(({ isSecurity }) => isSecurity).length
  return { ...os, pendingUpdates: { needsRestart, securityUpdates } }
}

/** The range from which Linux gives out ports; Windows starts later (RFC 6335, section 6). */
const dynamicPortsFrom = 32_768

/** Listeners by port, or by program if the port is another one at each start. */
export function listenerParts(listeners: readonly Listener[]): Entries {
  const groups = [...Map.groupBy(listeners, listenerName)].map(([name, members]) => ({ name, members }))
  return list('listeners', groups, 'name', ({ members }) => distinct(members.map(({ program }) => program)), {
    fields: ({ members }) => ({
      program: distinct(members.map(({ program }) => program)),
      user: distinct(members.map(({ user }) => user)),
      ...(members.some(isDynamic) ? {} : { addresses: distinct(members.map(({ address }) => address)) }),
    }),
    optional: ['program', 'user'],
  })
}

const isDynamic = ({ port }: Listener) => port >= dynamicPortsFrom
const listenerName = (listener: Listener) =>
  `${listener.protocol}/${isDynamic(listener) ? ['dynamic', listener.program].filter(Boolean).join(' ') : listener.port}`

const distinct = (values: readonly (string | undefined)[]) =>
  sortedText([...new Set(values.filter((value) => value !== undefined))]) || undefined
