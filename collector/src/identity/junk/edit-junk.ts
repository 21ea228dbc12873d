import {
  type CreateIdentityJunk,
  type IdentityJunk,
  type IdentityJunkKind,
  identityJunkMax,
} from '@rollcall/shared/api/identity-junk.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { and, count, eq, ne } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import {
  canonicalUuid,
  cloudIdOf,
  diskKeyOf,
  engineIdOf,
  machineIdOf,
  nameKeyOf,
  serialKeyOf,
  uuidNotation,
} from '../../matching/canonical-values.ts'
import { manufacturerKey } from '../../matching/manufacturers.ts'
import { type FormedKey, shown, textOf } from '../../matching/shown-value.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { reclusterWithout } from '../recluster/recluster-group.ts'
import { raiseVersion } from './junk-of-site.ts'
import { entryOf, findIdentityJunk } from './list-junk.ts'

/** Lists a value as junk. Devices that only this value held together become several. */
export async function createIdentityJunk(ctx: Context, input: CreateIdentityJunk): Promise<IdentityJunk> {
  requireCapability(ctx, 'Administrator')
  const { siteId, actor } = ctx
  const { kind, reason } = input
  const key = keyOfInput(input)
  const { value } = key
  const form = { reported: key.reported ?? null, manufacturer: key.manufacturer ?? null }
  const entry = { id: newId(), siteId, kind, value, ...form, origin: 'site' as const, devices: null, reason }
  const row = { ...entry, createdAt: nowOf(ctx), createdBy: actor.name }
  await ctx.store.write(async (tx) => {
    const { identityJunk: junk } = tx.tables(identityTables)
    const same = and(eq(junk.siteId, siteId), eq(junk.kind, kind), eq(junk.value, value))
    // A value that was allowed becomes junk again.
    await tx.delete(junk).where(and(same, eq(junk.origin, 'allowed')))
    const added = await tx.insert(junk).values(row).onConflictDoNothing().returning({ id: junk.id })
    if (added.length === 0) throw new DomainError('pattern_taken', 'This value is already junk on this site.')
    const ofPeople = and(eq(junk.siteId, siteId), ne(junk.origin, 'learned'))
    const [entries] = await tx.select({ n: count() }).from(junk).where(ofPeople)
    if ((entries?.n ?? 0) > identityJunkMax) {
      throw new DomainError('ignore_list_full', `A site can have at most ${identityJunkMax} junk values.`)
    }
    await raiseVersion(tx, siteId)
    await reclusterWithout(tx, siteId, { kind, value }, row.createdAt)
    const rows = [{ verb: 'Added' as const, entity: 'Identity junk', entityId: row.id, to: textOf(shown(row)) }]
    await recordChanges(tx, { siteId, actor, timestamp: row.createdAt, rows })
  })
  ctx.wakeOutbox()
  return entryOf(row)
}

/** Allows a value again. A learned value stays on the list as allowed, so that it is not learned again. */
export async function deleteIdentityJunk(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const { siteId, actor } = ctx
  await ctx.store.write(async (tx) => {
    const { identityJunk: junk } = tx.tables(identityTables)
    const entry = await findIdentityJunk(tx, siteId, id)
    expects?.(entry)
    if (entry.origin === 'learned') await tx.update(junk).set({ origin: 'allowed' }).where(eq(junk.id, id))
    else await tx.delete(junk).where(eq(junk.id, id))
    await raiseVersion(tx, siteId)
    const from = textOf({ ...entry, manufacturer: entry.manufacturer ?? undefined })
    const rows = [{ verb: 'Deleted' as const, entity: 'Identity junk', entityId: id, from }]
    await recordChanges(tx, { siteId, actor, timestamp: nowOf(ctx), rows })
  })
}

type Canonical = (text: string) => string | undefined

/** Canonical forms of values, as in evidence. */
const canonical: Record<Exclude<IdentityJunkKind, 'serial'>, { of: Canonical; shownAs?: Canonical; form: string }> = {
  cloud: { of: cloudIdOf, form: 'the id of an instance' },
  uuid: { of: canonicalUuid, shownAs: uuidNotation, form: 'a UUID that is not junk everywhere' },
  machine: { of: machineIdOf, form: 'a machine id' },
  engine: { of: engineIdOf, form: 'an SNMP engine id' },
  sshKey: { of: (text) => text, form: 'a fingerprint' },
  disk: { of: diskKeyOf, form: 'the serial number of a disk' },
  mac: { of: macOf, shownAs: macOf, form: 'a MAC' },
  name: { of: nameKeyOf, shownAs: (text) => text.trim().split('.')[0], form: 'a name that is not junk everywhere' },
}

function macOf(text: string): string | undefined {
  return normaliseMac(text.toLowerCase())
}

/** The key of a value that a person entered, and the form in which it is shown. */
function keyOfInput({ kind, value: text, manufacturer }: CreateIdentityJunk): FormedKey {
  if (kind === 'serial') return serialOf(text, manufacturer ?? undefined)
  const { of, shownAs = (entered) => entered.trim(), form } = canonical[kind]
  return { kind, value: of(text) ?? invalid(`must be ${form}`), reported: shownAs(text) }
}

function serialOf(text: string, manufacturer: string | undefined): FormedKey {
  const [, before = '', after = ''] = /^([^/]*)\/(.*)$/.exec(text) ?? []
  const [ofSerial, serial] = manufacturer === undefined ? [before.trim(), after.trim()] : [manufacturer, text.trim()]
  const key = manufacturerKey(ofSerial)
  if (key === undefined || isJunkSerial(serial)) {
    invalid(
      'must be a serial number that is not junk everywhere. Give its `manufacturer`, or write manufacturer, `/` and number',
    )
  }
  return { kind: 'serial', value: serialKeyOf(key, serial), reported: serial, manufacturer: ofSerial }
}

function invalid(message: string): never {
  throw invalidField('/value', message)
}
