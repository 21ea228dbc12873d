import { encode } from 'uqr'
import classes from './account.module.css'
import { squaresOf } from './squares.ts'

/** Modules of white around it, without which cameras do not find it (ISO/IEC 18004). */
const quietZone = 4

/** A text for the camera of a phone. What it says in words has to stand beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg className={classes['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squaresOf(data)} />
    </svg>
  )
}
