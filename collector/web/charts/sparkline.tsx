import classes from './sparkline.module.css'

type Props = {
  values: readonly number[]
  /** The values in words, as the line has no text. */
  label: string
}

const [width, height, margin] = [72, 22, 2]

/** A small line of the last values. The last one has a dot. */
export function Sparkline({ values, label }: Props) {
  const max = Math.max(1, ...values)
  const step = (width - 2 * margin) / Math.max(1, values.length - 1)
  const points = values.map((value, at) => ({
    x: margin + at * step,
    y: height - margin - (value / max) * (height - 2 * margin),
  }))
  const last = points.at(-1)
  return (
    <svg width={width} height={height} className={classes['line']} role="img" aria-label={label}>
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={2} />}
    </svg>
  )
}
