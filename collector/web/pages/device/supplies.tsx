import { Group, Progress, Text } from '@mantine/core'
import type { Printer } from '@rollcall/shared/inventory/printer.ts'
import { lowSupplyPercent, supplyLeft } from '@rollcall/shared/inventory/supply-level.ts'
import type { ReactNode } from 'react'
import { count } from '../../ui/amounts.ts'
import { Columns } from '../../ui/columns.tsx'
import { Section } from '../../ui/section.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { WithData } from './with-data.tsx'

type Level = Parameters<typeof supplyLeft>[0] & { left?: 'some' | 'unlimited' | undefined }

export function SuppliesTab() {
  return (
    <WithData section="hardware">
      {({ hardware: { printer } }) => (printer ? <Supplies printer={printer} /> : <Empty title="No supply data" />)}
    </WithData>
  )
}

function Supplies({ printer: { supplies, trays, display, alerts, markers } }: { printer: Printer }) {
  const printed = markers.flatMap(({ lifeCount, unit = 'impressions', technology }) =>
    lifeCount === undefined ? [] : [{ text: `${count(lifeCount)} ${unit}`, technology }],
  )
  return (
    <>
      {alerts.length > 0 && (
        <Section title="Alerts">
          {alerts.map(({ severity, code, description }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printer may say the same twice, and the list never changes
            <Text key={at} size="sm" className="wrap">
              <StateWord {...severities[severity]} /> {description ?? `Code ${code}`}
            </Text>
          ))}
        </Section>
      )}
      {supplies.length === 0 && trays.length === 0 && printed.length === 0 && <Empty title="No supply data" />}
      <Columns>
        <Levels title="Supplies">
          {supplies.map((supply, at) => (
            <LevelBar key={`${supply.name} ${String(at)}`} {...supply} />
          ))}
        </Levels>
        <Levels title="Paper">
          {trays.map((tray, at) => (
            <LevelBar
              key={`${tray.name} ${String(at)}`}
              name={tray.name}
              max={tray.capacity}
              level={tray.level}
              left={tray.left}
            />
          ))}
        </Levels>
        <Levels title="Page counts">
          {printed.map(({ text, technology }, at) => (
            <Text key={`${text} ${String(at)}`} size="sm" className="wrap number">
              {text}
              {technology && printed.length > 1 && ` (${technology})`}
            </Text>
          ))}
        </Levels>
        {display.length > 0 && (
          <Section title="Display">
            <pre className="mono wrap" style={{ margin: 0, whiteSpace: 'pre-wrap' }}>
              {display.join('\n')}
            </pre>
          </Section>
        )}
      </Columns>
    </>
  )
}

const severities = {
  critical: { kind: 'bad', children: 'Critical' },
  warning: { kind: 'warn', children: 'Warning' },
  other: { kind: 'off', children: 'Notice' },
} as const

function Levels({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return children.length === 0 ? null : <Section title={title}>{children}</Section>
}

const leftWords = { some: 'some left', unlimited: 'unlimited', untold: 'unknown' }

/** A supply's level as a bar and in words. For waste it is the amount collected. */
function LevelBar({ name, left, ...supply }: Level & { name: string }) {
  const leftPercent = supplyLeft(supply)
  const isLow = leftPercent !== undefined && leftPercent < lowSupplyPercent
  const isWaste = supply.class === 'filled'
  const percent = isWaste && leftPercent !== undefined ? 100 - leftPercent : leftPercent
  const words = percent === undefined ? leftWords[left ?? 'untold'] : `${percent} % ${isWaste ? 'full' : 'left'}`
  return (
    <div style={{ marginBottom: 12 }}>
      <Group justify="space-between" gap={8} mb={4}>
        <Text size="sm" className="wrap">
          {name}
        </Text>
        <Text size="sm" className="number">
          {isLow && <StateWord kind="warn">{isWaste ? 'Nearly full' : 'Low'}</StateWord>} {words}
        </Text>
      </Group>
      {percent !== undefined && (
        <Progress value={percent} color={isLow ? 'red' : 'accent'} aria-label={`${name}: ${words}`} />
      )}
    </div>
  )
}
