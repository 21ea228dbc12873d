import { type Oid, oid, startsWith } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'

/** Root of the private enterprise numbers (RFC 1155, section 3.1.4). */
export const enterprisesRoot = oid('1.3.6.1.4.1')
const enterprisesMax = 24

/** Enterprises whose common MIBs are read in addition to the standard ones. */
export const enterprise = { cisco: 9, extreme: 1916, foundry: 1991, ucd: 2021 } as const

/**
 * Returns the enterprise numbers of the agent's objects, in order: they tell the manufacturer if sysObjectID names only
 * the agent software. Jumps from one subtree to the next, so each costs one request of any size.
 */
export async function readEnterprises(reader: SnmpReader): Promise<number[]> {
  const numbers: number[] = []
  let from: Oid = enterprisesRoot
  while (numbers.length < enterprisesMax) {
    const varbind = await reader.next(from)
    const number = varbind && enterpriseOf(varbind.oid)
    if (number === undefined || number <= (numbers.at(-1) ?? -1)) break
    numbers.push(number)
    from = [...enterprisesRoot, number, 0xffff_ffff]
  }
  return numbers
}

export const enterpriseOf = (objectId: Oid): number | undefined =>
  startsWith(objectId, enterprisesRoot) ? objectId[enterprisesRoot.length] : undefined
