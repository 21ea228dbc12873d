import { type Oid, oid } from '@rollcall/audit-service/probes/snmp/oid.ts'
import { Tag, type Varbind } from '@rollcall/audit-service/probes/snmp/varbind.ts'

/** Stands where each device has digits of its own; of the same length as `deviceDigits`. */
export const digitsPlaceholder = '@@@@@'
export const deviceDigits = (device: number): string => String(device).padStart(digitsPlaceholder.length, '0')

/** Returns the address of a device by its number, from 0 to 65,535. */
export const addressOf = (device: number): string => `127.2.${device >> 8}.${device & 255}`

const interfaces = 24
const addresses = 4
const entities = 30

const text = (value: string) => ({ tag: Tag.octetString, value: Buffer.from(value) })
const integer = (value: number) => ({ tag: Tag.integer, value })
const gauge = (value: number) => ({ tag: Tag.gauge32, value })
const counter = (value: number) => ({ tag: Tag.counter32, value })
const counter64 = (value: number) => ({ tag: Tag.counter64, value: BigInt(value) * 1_000_003n })
const ticks = (value: number) => ({ tag: Tag.timeTicks, value })
const oidValue = (value: string) => ({ tag: Tag.objectIdentifier, value: oid(value) })
const octets = (...value: number[]) => ({ tag: Tag.octetString, value: Buffer.from(value) })
const ip = (...value: number[]) => ({ tag: Tag.ipAddress, value: Buffer.from(value) })

type Value = ReturnType<
  | typeof text
  | typeof integer
  | typeof gauge
  | typeof counter
  | typeof counter64
  | typeof ticks
  | typeof oidValue
  | typeof ip
>
type Columns = Record<number, (row: number) => Value>

/**
 * Returns the objects that every device serves, in OID order: SNMPv2-MIB system, IF-MIB with ifXTable, IP-MIB,
 * ENTITY-MIB.
 */
export function deviceObjects(): Varbind[] {
  return [
    ...scalars('1.3.6.1.2.1.1', {
      1: text('Example EX-24 Ethernet Switch, Version 4.2.1, Copyright (c) Example Networks'),
      2: oidValue('1.3.6.1.4.1.32473.1.24'),
      3: ticks(123_456_789),
      4: text('ops@example.org'),
      5: text(`switch-${digitsPlaceholder}`),
      6: text('Building 4, floor 2, rack 12'),
      7: integer(6),
    }),
    ...scalars('1.3.6.1.2.1.2', { 1: integer(interfaces) }),
    ...table('1.3.6.1.2.1.2.2.1', rows(interfaces), ifColumns),
    ...scalars('1.3.6.1.2.1.4', { 1: integer(2), 2: integer(64) }),
    ...table('1.3.6.1.2.1.4.20.1', ipRows([]), ipAddrColumns),
    ...table('1.3.6.1.2.1.4.34.1', ipRows([1, 4]), ipAddressColumns),
    ...table('1.3.6.1.2.1.31.1.1.1', rows(interfaces), ifXColumns),
    ...table('1.3.6.1.2.1.47.1.1.1.1', rows(entities), entityColumns),
  ]
}

/** One device with a forwarding table (BRIDGE-MIB dot1dTpFdbTable) of so many rows, three objects each. */
export function bigTable(count: number): Varbind[] {
  const columns: Columns = {
    1: (row) => octets(2, 0, 0, row >> 16, (row >> 8) & 0xff, row & 0xff),
    2: (row) => integer(row % 48),
    3: () => integer(3),
  }
  const indexes = Array.from({ length: count }, (_, i) => [
    2,
    0,
    0,
    (i + 1) >> 16,
    ((i + 1) >> 8) & 0xff,
    (i + 1) & 0xff,
  ])
  return table('1.3.6.1.2.1.17.4.3.1', indexes, columns)
}

const rows = (count: number): Oid[] => Array.from({ length: count }, (_, i) => [i + 1])
const ipRows = (prefix: Oid): Oid[] => rows(addresses).map(([row = 0]) => [...prefix, 10, 0, row, 1])

const scalars = (group: string, values: Record<number, Value>): Varbind[] =>
  Object.entries(values).map(([column, value]) => ({ oid: [...oid(group), Number(column), 0], ...value }))

const table = (entry: string, indexes: readonly Oid[], columns: Columns): Varbind[] =>
  Object.entries(columns).flatMap(([column, value]) =>
    indexes.map((index, i) => ({ oid: [...oid(entry), Number(column), ...index], ...value(i + 1) })),
  )

const ifColumns: Columns = {
  1: integer,
  2: (row) => text(`GigabitEthernet1/0/${row}`),
  3: () => integer(6),
  4: () => integer(1500),
  5: () => gauge(1_000_000_000),
  6: (row) => octets(0, 0, 0x5e, 0, 0x53, row),
  7: () => integer(1),
  8: (row) => integer(row % 3 === 0 ? 2 : 1),
  9: (row) => ticks(row * 1_000),
  ...Object.fromEntries(
    [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((column) => [
      column,
      (row: number) => counter(row * column * 7919),
    ]),
  ),
  21: () => gauge(0),
  22: () => oidValue('0.0'),
}

const ifXColumns: Columns = {
  1: (row) => text(`Gi1/0/${row}`),
  ...Object.fromEntries([2, 3, 4, 5].map((column) => [column, (row: number) => counter(row * column)])),
  ...Object.fromEntries(
    [6, 7, 8, 9, 10, 11, 12, 13].map((column) => [column, (row: number) => counter64(row * column)]),
  ),
  14: () => integer(1),
  15: () => gauge(1_000),
  16: () => integer(2),
  17: () => integer(1),
  18: (row) => text(`desk ${row}`),
  19: () => ticks(0),
}

const ipAddrColumns: Columns = {
  1: (row) => ip(10, 0, row, 1),
  2: integer,
  3: () => ip(255, 255, 255, 0),
  4: () => integer(1),
  5: () => integer(65_535),
}

const ipAddressColumns: Columns = {
  3: integer,
  4: () => integer(1),
  5: (row) => oidValue(`1.3.6.1.2.1.4.32.1.5.${row}.1.4.10.0.${row}.0.24`),
  6: () => integer(2),
  7: () => integer(1),
  8: () => ticks(1_000),
  9: () => ticks(1_000),
  10: () => integer(1),
  11: () => integer(2),
}

const entityColumns: Columns = {
  2: (row) => text(row === 1 ? 'EX-24 chassis' : `EX-24 port module ${row}`),
  3: (row) => oidValue(`1.3.6.1.4.1.32473.2.${row}`),
  4: (row) => integer(row === 1 ? 0 : 1),
  5: (row) => integer(row === 1 ? 3 : 9),
  6: integer,
  7: (row) => text(`unit 1 part ${row}`),
  8: () => text('A1'),
  9: () => text('1.0.3'),
  10: () => text('4.2.1'),
  11: (row) => text(row === 1 ? `SN${digitsPlaceholder}` : `PN${1000 + row}`),
  12: () => text('Example Networks'),
  13: (row) => text(row === 1 ? 'EX-24' : 'EX-24-PM'),
  14: () => text(''),
  15: () => text(''),
  16: () => integer(1),
  17: () => octets(7, 0xe6, 1, 1, 0, 0, 0, 0),
  18: () => text(''),
}
