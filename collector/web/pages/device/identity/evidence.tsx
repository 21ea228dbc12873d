import { type EvidenceKind, kindNames } from '@rollcall/shared/inventory/match.ts'
import classes from './identity.module.css'

type Props = { evidence: readonly { kind: EvidenceKind; value: string }[] }

const shown = 6

/** Kinds and values, a line each; of very many the first. */
export function Evidence({ evidence }: Props) {
  const left = evidence.length - shown
  return (
    <ul className={classes['evidence']}>
      {evidence.slice(0, shown).map(({ kind, value }) => (
        <li key={`${kind} ${value}`} className="told">
          {kindNames[kind]} <span className="mono">{value}</span>
        </li>
      ))}
      {left > 0 && <li>and {left} more</li>}
    </ul>
  )
}
