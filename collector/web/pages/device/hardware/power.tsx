import type { Ups } from '@rollcall/shared/inventory/ups.ts'
import { duration, measured } from '../../../ui/amounts.ts'
import { Facts } from '../../../ui/facts.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'

type Line = Ups['input'][number]

const sources: Record<NonNullable<Ups['source']>, string> = {
  other: 'Another source',
  none: 'None: the output is off',
  normal: 'Mains',
  bypass: 'Mains (bypass)',
  battery: 'Battery',
  booster: 'Mains, boosted',
  reducer: 'Mains, reduced',
}

/** Battery, load and lines of a UPS. */
export function Power({ ups }: { ups: Ups | undefined }) {
  if (!ups) return null
  const { battery, source, input, output, alarms } = ups
  return (
    <Section title="Power">
      <Facts
        facts={{
          'Power source': source && sources[source],
          Battery: battery.status,
          Charge: measured(battery.chargePercent, '%'),
          'Battery time left': battery.minutesRemaining && duration(battery.minutesRemaining * 60_000),
          'Time on battery': battery.secondsOnBattery && duration(battery.secondsOnBattery * 1000),
          'Battery voltage': measured(battery.volts, 'V'),
          'Battery temperature': measured(battery.celsius, '°C'),
          Rated: [measured(ups.ratedVoltAmperes, 'VA'), measured(ups.ratedWatts, 'W')].filter(Boolean).join(', '),
          Alarms: alarms.join(', '),
          'Attached devices': ups.attachedDevices,
        }}
      />
      <Lines name="Output" lines={output} />
      <Lines name="Input" lines={input} />
    </Section>
  )
}

function Lines({ name, lines }: { name: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <PlainTable
      name={name}
      items={lines.map((line, at) => ({ ...line, number: at + 1 }))}
      keyOf={({ number }) => String(number)}
      columns={[
        { header: name, render: ({ number }) => `Line ${number}` },
        { header: 'Voltage', align: 'right', render: ({ volts }) => measured(volts, 'V') },
        { header: 'Current', align: 'right', render: ({ amperes }) => measured(amperes, 'A') },
        { header: 'Power', align: 'right', render: ({ watts }) => measured(watts, 'W') },
        { header: 'Frequency', align: 'right', render: ({ hertz }) => measured(hertz, 'Hz') },
        { header: 'Load', align: 'right', render: ({ loadPercent }) => measured(loadPercent, '%') },
      ]}
    />
  )
}
