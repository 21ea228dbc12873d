import { newId } from '@rollcall/shared/ids.ts'
import { type Observation, type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { prepare } from '../accept/prepare.ts'
import { advance } from '../match/advance.ts'
import { match } from '../match/match.ts'
import { emptyUnitOfWork } from '../match/unit-of-work.ts'

/** For tests: builds observations of each origin. Fields that a test does not set are absent. */
export type Seen = Partial<Omit<ObservationInput, 'identity' | 'id'>> &
  Partial<ObservationInput['identity']> & { id?: string }

const start = '2026-11-20T08:00:00.000Z'

/** An observation `minutes` after `start`. */
export function seen(minutes: number, { id, source, type, name, dnsName, depth, ...rest }: Seen): Observation {
  const { hardware, software, network, customFields, evidence, probes, observedAt, ...identity } = rest
  return observationSchema.parse({
    schemaVersion: 1,
    id: id ?? newId(),
    source: source ?? 'Agent',
    observedAt: observedAt ?? at(minutes),
    type: type ?? 'computer',
    name: name ?? '',
    dnsName,
    depth: depth ?? 'audit',
    identity,
    hardware,
    software,
    network,
    customFields,
    evidence,
    probes,
  })
}

export const at = (minutes: number): string => new Date(Date.parse(start) + minutes * 60_000).toISOString()

/** Builds the observation of an agent on a machine. */
export const agent = (minutes: number, identity: Seen): Observation =>
  seen(minutes, { network: { ipAddress: identity.ipAddresses?.[0] }, ...identity })

/** Builds the SNMP observation of the host that answered at `address`. */
export const snmp = (minutes: number, address: string, identity: Seen): Observation =>
  seen(minutes, {
    source: 'Service',
    network: { ipAddress: address },
    ...identity,
    ipAddresses: [address, ...(identity.ipAddresses ?? [])],
  })

/** An answer to a ping, with the MAC where the service is on the same link. */
export const ping = (minutes: number, address: string, macAddress?: string, dnsName?: string): Observation =>
  seen(minutes, {
    source: 'Service',
    depth: 'discovery',
    type: 'unknown',
    name: dnsName ?? address,
    dnsName,
    ipAddresses: [address],
    macAddresses: macAddress === undefined ? [] : [macAddress],
    network: { ipAddress: address, macAddress },
  })

/** An inventory in memory: returns the device of each observation, by a short name in the order of creation. */
export function createInventory() {
  const work = emptyUnitOfWork('site', at(1_000_000))
  const names = new Map<string, string>()
  const observe = (observation: Observation) => {
    const item = prepare({ siteId: 'site', observation, actor: 'test' }, work.now)
    const found = match(work, { ...item, item, evidence: item.reported })
    advance(work, found)
    const { deviceId } = found.outcome
    const device = names.get(deviceId) ?? `device ${names.size + 1}`
    names.set(deviceId, device)
    return { device, reason: 'reason' in found ? found.reason : undefined, found }
  }
  return {
    work,
    observe,
    /** The device of each observation. */
    devicesOf: (...observations: readonly Observation[]) => observations.map((item) => observe(item).device),
    count: () => work.devices.size,
  }
}
