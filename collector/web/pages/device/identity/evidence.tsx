import { type EvidenceKind, kindNames } from '@rollcall/shared/inventory/match.ts'
import classes from './identity.module.css'

type Props = { evidence: readonly { kind: EvidenceKind; value: string; manufacturer?: string | undefined }[] }

const shown = 6

/** Lists the first pieces of evidence by kind and value. */
export function Evidence({ evidence }: Props) {
  const left = evidence.length - shown
  return (
    <ul className={classes['evidence']}>
      {evidence.slice(0, shown).map(({ kind, value, manufacturer }) => (
        <li key={`${kind} ${manufacturer} ${value}`} className="wrap">
          {kindNames[kind]} <span className="mono">{value}</span>
          {manufacturer && ` of ${manufacturer}`}
        </li>
      ))}
      {left > 0 && <li>and {left} more</li>}
    </ul>
  )
}
