import { agentEnterprises, hostAgents } from './manufacturers.ts'
import { enterpriseOf, enterprisesRoot } from './mibs/enterprises.ts'
import { compareOids, formatOid, type Oid, startsWith, subIdentifierMax } from './oid.ts'
import type { SnmpReader } from './reader.ts'
import { decodeText, isPlain } from './text.ts'
import { asBytes, Tag, type Varbind } from './varbind.ts'

/** A text, or an address of six octets, among a device's private objects. */
export type PrivateObject = { oid: Oid; text: string }

/** Limits of one device: an identity is near the start of its subtree, and everything else is no use here. */
const requestsMax = 16
const objectsPerRequest = 96
const bytesMax = 128 * 1024
const timeMs = 8_000
/** Objects of one column in a row after which the rest of the table is skipped: it lists parts, ports or clients. */
const longColumn = 16
const textMax = 96

/**
 * Reads the first texts below the enterprise numbers of a device, as far as a few requests reach. Long tables are
 * skipped. Every request continues after the last object, so the reading ends for every agent.
 */
export async function readPrivateObjects(
  reader: SnmpReader,
  objectId: Oid | undefined,
  enterprises: readonly number[],
): Promise<PrivateObject[]> {
  const found = new Map<string, PrivateObject>()
  const endsAtMs = performance.now() + timeMs
  let requests = 0
  let bytes = 0
  for (const root of rootsOf(objectId, enterprises)) {
    let from: Oid | undefined = root
    while (from !== undefined && requests < requestsMax && bytes < bytesMax && performance.now() < endsAtMs) {
      requests += 1
      const varbinds = await reader.following(from, objectsPerRequest)
      const inside = varbinds.filter(({ oid }) => startsWith(oid, root))
      for (const varbind of inside) {
        bytes += asBytes(varbind)?.length ?? 0
        const text = textOf(varbind)
        if (text !== undefined) found.set(formatOid(varbind.oid), { oid: varbind.oid, text })
      }
      from = inside.length < varbinds.length ? undefined : continuation(inside, root)
    }
  }
  return [...found.values()].sort((a, b) => compareOids(a.oid, b.oid))
}

/**
 * Returns the subtrees to read: below the sysObjectID, where many manufacturers have the objects of a product, then of
 * its enterprise. A device without objects of its own enterprise has those of another one; for the agent of a host only
 * if it is a single one, because several belong to added agents.
 */
function rootsOf(objectId: Oid | undefined, enterprises: readonly number[]): Oid[] {
  const own = objectId && enterpriseOf(objectId)
  const root = (enterprise: number): Oid => [...enterprisesRoot, enterprise]
  if (own !== undefined && !agentEnterprises.has(own) && enterprises.includes(own)) {
    return objectId === undefined || objectId.length <= enterprisesRoot.length + 1 ? [root(own)] : [objectId, root(own)]
  }
  const others = enterprises.filter((enterprise) => !agentEnterprises.has(enterprise))
  return own !== undefined && hostAgents.has(own) && others.length > 1 ? [] : others.map(root)
}

/** Returns the object to continue after; undefined at the end. Skips the rest of a long table. */
function continuation(varbinds: readonly Varbind[], root: Oid): Oid | undefined {
  const last = varbinds.at(-1)
  const run = varbinds.slice(-longColumn)
  const [first] = run
  if (last === undefined || first === undefined || run.length < longColumn) return last?.oid
  const { length } = last.oid
  const ends = new Set(run.map(({ oid }) => oid.at(-1)))
  const isColumn = ends.size > 1 && run.every(({ oid, tag }) => oid.length === length && tag === last.tag)
  if (!isColumn) return last.oid
  // The names are sorted: the first and the last one share what all have in common.
  const shared = last.oid.findIndex((arc, i) => arc !== first.oid[i])
  const table = last.oid.slice(0, shared === length - 1 ? shared - 1 : shared)
  return table.length > root.length ? [...table, subIdentifierMax] : last.oid
}

function textOf(varbind: Varbind): string | undefined {
  if (varbind.tag !== Tag.octetString) return undefined
  const end = varbind.value.indexOf(0)
  const content = end < 0 ? varbind.value : varbind.value.subarray(0, end)
  if (varbind.value.length === 6 && !isPlain(varbind.value)) return varbind.value.toString('hex')
  if (content.length < 3 || content.length > textMax) return undefined
  if (!isPlain(content)) return undefined
  return decodeText(content).replace(/^"|"$/g, '').trim() || undefined
}
