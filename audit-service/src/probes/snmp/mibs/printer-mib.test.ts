import { expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readPrinter } from './printer-mib.ts'

const prt = '1.3.6.1.2.1.43'
/**
 * Returns rows of a table from its entry, the columns, and for each row its index and cells; an empty cell is absent.
 */
const rows = (entry: string, columns: readonly number[], table: readonly (readonly [string, ...string[]])[]) =>
  columns
    .flatMap((column, at) =>
      table.flatMap(([index, ...cells]) => (cells[at] ? [`${prt}.${entry}.${column}.${index}|${cells[at]}`] : [])),
    )
    .join('\n')

test('reads supplies, markers, trays, covers, alerts and the display', async () => {
  const printer = await readPrinter(
    deviceReader(`1.3.6.1.2.1.25.3.5.1.1.1|2|4
${rows(
  '6.1.1',
  [2, 3],
  [
    ['1.1', '4|Front door', '2|4'],
    ['1.2', '4|Rear door', '2|3'],
  ],
)}
${rows(
  '8.2.1',
  [2, 8, 9, 10, 12, 13, 18],
  [
    ['1.1', '2|3', '2|8', '2|250', '2|-3', '4|iso-a4-white', '4|Tray 2', ''],
    ['1.2', '2|5', '2|8', '2|-2', '2|0', '', '', '4|Manual feed'],
  ],
)}
${rows('10.2.1', [2, 3, 4, 5], [['1.1', '2|4', '2|7', '65|184223', '65|12']])}
${rows(
  '11.1.1',
  [3, 4, 5, 6, 7, 8, 9],
  [
    ['1.1', '2|1', '2|3', '2|3', '4|Black Cartridge HP Q6000A', '2|19', '2|100', '2|43'],
    ['1.2', '2|0', '2|4', '2|4', '4|Waste Toner', '2|13', '2|-2', '2|-3'],
    ['1.3', '2|0', '2|3', '2|32', '4|Staples', '2|18', '2|5000', '2|-1'],
    ['1.4', '2|0', '2|1', '2|99', '', '2|2', '2|-1', '2|-2'],
  ],
)}
${rows('12.1.1', [4], [['1.1', '4|black']])}
${rows(
  '16.5.1',
  [2],
  [
    ['1.1', '4|Ready'],
    ['1.2', '4|'],
  ],
)}
${rows(
  '18.1.1',
  [2, 7, 8],
  [
    ['1.9', '2|4', '2|1104', '4|Toner low'],
    ['1.10', '2|3', '2|8', ''],
  ],
)}`),
    [],
  )
  expect(printer).toEqual({
    status: 'printing',
    supplies: [
      {
        name: 'Black Cartridge HP Q6000A',
        type: 'toner',
        color: 'black',
        class: 'consumed',
        unit: 'percent',
        max: 100,
        level: 43,
      },
      { name: 'Waste Toner', type: 'wasteToner', class: 'filled', unit: 'tenthsOfGrams', left: 'some' },
      { name: 'Staples', type: 'staples', class: 'consumed', unit: 'items', max: 5000, left: 'unlimited' },
      { name: 'supply 4', unit: 'unknown' },
    ],
    markers: [{ technology: 'electrophotographicLaser', unit: 'impressions', lifeCount: 184_223, powerOnCount: 12 }],
    trays: [
      {
        name: 'Tray 2',
        type: 'sheetFeedAutoRemovableTray',
        media: 'iso-a4-white',
        unit: 'sheets',
        capacity: 250,
        left: 'some',
      },
      { name: 'Manual feed', type: 'sheetFeedManual', unit: 'sheets', level: 0 },
    ],
    covers: [
      { name: 'Front door', status: 'closed' },
      { name: 'Rear door', status: 'open' },
    ],
    alerts: [
      { severity: 'warning', code: 1104, description: 'Toner low' },
      { severity: 'critical', code: 8 },
    ],
    display: ['Ready'],
  })
})

test('cuts an overlong list of supplies, and reports it', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `${prt}.11.1.1.6.1.${i + 1}|4|Toner`).join('\n')
  const truncated: string[] = []
  expect((await readPrinter(deviceReader(many), truncated)).supplies).toHaveLength(256)
  expect(truncated).toEqual(['prtMarkerSuppliesTable: stopped after 256 rows'])
})
