import { SegmentedControl } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'

type Density = 'dense' | 'comfortable'

const densities: { value: Density; label: string }[] = [
  { value: 'dense', label: 'Dense' },
  { value: 'comfortable', label: 'Comfortable' },
]

function useDensity() {
  const [stored, store] = useLocalStorage<Density>({
    key: 'rollcall-density',
    defaultValue: 'dense',
    getInitialValueInEffect: false,
  })
  // Another version may have stored something else.
  return [densities.some(({ value }) => value === stored) ? stored : 'dense', store] as const
}

/** Sets the density that this browser has chosen on the page. The tokens follow it. */
export function ApplyDensity() {
  const [density] = useDensity()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  return null
}

/** Chooses the height of rows in this browser. */
export function DensityChoice() {
  const [density, choose] = useDensity()
  return (
    <SegmentedControl
      fullWidth
      aria-label="Density"
      data={densities}
      value={density}
      onChange={(value) => choose(value as Density)}
    />
  )
}
