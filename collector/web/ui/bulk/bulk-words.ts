import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import { count, counted } from '../amounts.ts'

const pastWords: Record<BulkOperation['action']['kind'], string> = {
  tag: 'tagged',
  untag: 'untagged',
  edit: 'updated',
  archive: 'archived',
  restore: 'restored',
  delete: 'deleted',
  ignore: 'ignored',
  audit: 'queued for an audit',
  merge: 'merged',
  undo: 'restored',
}

type Named = readonly { id: string; name: string }[]

/** An action in the past tense, such as in `3 devices tagged Office`. */
export function actionInWords(action: BulkOperation['action'], tags: Named = []): string {
  const name = 'tagId' in action ? tags.find(({ id }) => id === action.tagId)?.name : undefined
  if (name === undefined) return pastWords[action.kind]
  return action.kind === 'untag' ? `without ${name}` : `${pastWords[action.kind]} ${name}`
}

/** Writes what an operation has done: `3 of 5 devices tagged Office`. */
export const operationInWords = ({ action, done, total }: BulkOperation, tags: Named): string =>
  `${done === total ? '' : `${count(done)} of `}${counted(total, 'device')} ${actionInWords(action, tags)}`
