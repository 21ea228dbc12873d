import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { agent, ping, type Seen, seen, snmp } from '../observations.ts'

/** For tests: one way in which a machine is seen. */
export type View = (minutes: number) => Observation

/**
 * For tests: machines of a fleet, and the views of them in order of time. The first letter of a view names its machine;
 * a view with `*` may belong to any.
 *
 * `apart`: each machine is one record of its own. `reviewed`: or else a review says that two records may be one machine, or
 * one record two. `quiet`: each is one record of its own, and there is no review.
 */
export type FleetCase = {
  name: string
  views: Readonly<Record<string, View>>
  turns: string
  ends: 'apart' | 'reviewed' | 'quiet'
}

export const byAgent =
  (identity: Seen): View =>
  (minutes) =>
    agent(minutes, identity)

export const byScan =
  (address: string, identity: Seen): View =>
  (minutes) =>
    snmp(minutes, address, identity)

/** A host that was seen from outside: by an answer to a ping, or by the name that one of its protocols shows. */
export const fromOutside =
  (address: string, { macAddresses = [], dnsName, hostname, domain }: Seen = {}): View =>
  (minutes) => {
    const found = ping(minutes, address, macAddresses[0], dnsName)
    return { ...found, identity: { ...found.identity, hostname, domain } }
  }

/** A row of a list that is imported. */
export const inList =
  (entry: Seen): View =>
  (minutes) =>
    seen(minutes, { source: 'Import', name: entry.hostname ?? '', ...entry })

/** Adds a type and an open port to a view from outside, which leaves a snapshot. */
export const asAppliance =
  (type: 'camera' | 'printer', view: View): View =>
  (minutes) =>
    observationSchema.parse({ ...withPort(view)(minutes), type })

/** Adds an open port to a view, which leaves a snapshot. */
export const withPort =
  (view: View): View =>
  (minutes) =>
    observationSchema.parse({ ...view(minutes), network: { services: [{ port: 22, protocol: 'tcp' }] } })
