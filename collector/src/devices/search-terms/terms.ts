import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { NetworkLinks } from '../neighbors/announced-neighbors.ts'

/** A value by which a search finds a device, with all texts that find it. */
export type Term = { value: string; alias: string | null; texts: readonly string[] }

/** More ports than a stack of eight switches has. */
const portsMax = 1_000
/** A terminal server has more people than a search needs. */
const usersMax = 50

/** Ports of a network device: by name, alias and the long form of the name. */
export const portTerms = ({ interfaces = [] }: NetworkLinks): Term[] =>
  interfaces.slice(0, portsMax).map(({ name, alias, description }) => ({
    value: name,
    alias: alias ?? null,
    texts: [name, alias, description].filter((text) => text !== undefined),
  }))

/** People who were signed in when the device was audited. */
export const userTerms = ({ accounts = [] }: Partial<Hardware>): Term[] =>
  accounts
    .filter(({ isSignedIn }) => isSignedIn)
    .slice(0, usersMax)
    .map(({ name, fullName }) => ({
      value: name,
      alias: fullName ?? null,
      texts: [name, fullName].filter((text) => text !== undefined),
    }))
