import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'

/** Ports of a network device that lost their link between two observations, and those that no longer count. */
export type PortOutages = {
  /** Ports that lost their link, with their status and the description that a person configured. */
  began: { port: string; status: string; alias?: string | undefined }[]
  /** Ports that have a link again, or need none: a person disabled them, or they are gone. */
  ended: string[]
}

/** Compares the links of ports. A port that a person disabled did not lose its link. */
export function diffPortOutages(before: Network, after: Network): PortOutages {
  const [old, current] = [byName(before), byName(after)]
  const changed = [...old].filter(
    ([port, was]) => current.get(port)?.operStatus !== was.operStatus || isDisabled(current.get(port)),
  )
  return {
    began: changed.flatMap(([port, was]) => {
      const now = current.get(port)
      if (was.operStatus !== 'up' || !now?.operStatus || isUp(now) || isDisabled(now)) return []
      return [{ port, status: now.operStatus, alias: now.alias }]
    }),
    ended: changed.flatMap(([port, was]) => {
      const now = current.get(port)
      return !isUp(was) && (!now || isUp(now) || isDisabled(now)) ? [port] : []
    }),
  }
}

const byName = ({ interfaces }: Network) => new Map(interfaces.map((each) => [each.name, each]))
const isUp = ({ operStatus }: NetworkInterface) => operStatus === 'up'
const isDisabled = (port: NetworkInterface | undefined) => port?.adminStatus === 'down'
