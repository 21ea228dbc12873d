import type { CreateIgnoreEntry, IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { addEntries } from './add-entries.ts'
import { patternKeyOf } from './patterns.ts'

const shapes = {
  mac: 'must be a MAC in any notation, or hexadecimal digits of one with * or ?',
  uuid: 'must be a UUID, or hexadecimal digits of one with * or ?',
  ip: 'must be an IP address, or part of one with * or ?',
  name: 'must contain more than wildcards',
  serial: 'must contain more than wildcards',
} as const

/** Adds a pattern to the Ignore List. Matching devices already in the inventory stay as they are. */
export async function createIgnoreEntry(ctx: Context, input: CreateIgnoreEntry): Promise<IgnoreEntry> {
  requireCapability(ctx, 'EditInventory')
  if (patternKeyOf(input.kind, input.pattern) === undefined) throw invalidField('/pattern', shapes[input.kind])
  const [entry] = await ctx.store.write((tx) => addEntries(ctx, tx, [input]))
  if (!entry) throw new DomainError('pattern_taken', 'This pattern is already on the Ignore List.')
  return entry
}
