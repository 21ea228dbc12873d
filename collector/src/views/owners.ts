import type { Owner } from '@rollcall/shared/api/view.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Actor } from '../lib/context.ts'

const ownerKinds = ['user', 'app', 'system'] as const

/** Returns the caller as an owner. Agents and Audit Services own nothing: the API does not admit them. */
export function ownerOf({ kind, id, name }: Actor): Owner {
  const known = ownerKinds.find((each) => each === kind)
  if (!known) throw new DomainError('insufficient_privilege', 'Only users and App registrations own views and reports.')
  return { kind: known, id, name }
}

/** Columns that store an owner. */
export const ownerColumns = ({ kind, id, name }: Owner) => ({ ownerKind: kind, ownerId: id, ownerName: name })

export const isOwnedBy = ({ owner }: { owner: Owner | null }, { kind, id }: Actor): boolean =>
  owner?.kind === kind && owner.id === id
