import { encode } from 'uqr'
import classes from './account.module.css'
import { squaresOf } from './squares.ts'

/** White modules around the code; cameras need them to find it (ISO/IEC 18004). */
const quietZone = 4

/** A QR code. The page must also show its text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg className={classes['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squaresOf(data)} />
    </svg>
  )
}
