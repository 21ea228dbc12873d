import { describe, expect, it } from 'vitest'
import { isFiller } from './fillers.ts'
import { isJunkSerial, repeatsDescription } from './serials.ts'

/** Placeholders as firmware, drivers and management tools write them. */
const placeholders = [
  ...['', '  ', 'N/A', 'None', 'unknown', 'UNKNOW', 'Invalid', 'eval', 'IATPASS', 'Default string', 'Not Specified'],
  ...['Not Present', 'not available', 'Not Installed', 'null', '(null string)', ' To Be Filled By O.E.M. '],
  ...['System Serial Number', 'SystemSerialNumb', 'OEM_Serial', 'Chassis Serial Number', 'No Asset Tag'],
  ...['Dell Asset Tag', 'My SKU', 'No Asset Information', 'Serial Number xxxxxx', 'Tulip Computers'],
  ...['SYS-1234567890', 'sys-9876543210', 'SN-12345678', 'SN-1234567890', 'MB-1234567890', 'SN-123456FVGV3I0B8O5N6N7K'],
  // Names of keys
  ...['Type1ProductConfigId', 'Type2BaseBoardSerialNumber', 'SystemSerialNumber', 'BaseBoardSerialNumber'],
  ...['Base Board Serial Number', 'ChassisSerialNumber', 'SerNum0', 'A1_SerNum0', 'DIMM_A1_AssetTag', 'AssetTagNum1'],
  ...['ModulePartNumber11', 'Asset Tag', 'Asset-Tag', 'ASSETTAG', 'Enclosure Serial', 'SKU Number', 'ProductId', 'S/N'],
  ...['System Product Name', 'Chassis Manufacturer', 'BIOS Asset Tag', 'MB Serial Number', 'Chassis Serial Nu'],
  // Sentences
  ...['To be set by OEM', 'Serial number not available', 'Please enter your serial number', 'Not initialized', 'No SN'],
  ...[
    'No serial number',
    'Insert Serial Here',
    'Input Serial',
    'Field not populated',
    'Not Applicable',
    'not set',
    'Unprogrammed',
    'To be filled by O.E',
  ],
  ...['This is left blank intentionally', 'Fill By OEM', 'Undefined', 'OEM Define 3', 'Default', 'TBD', '[Empty]'],
  // Other languages
  ...['Unbekannt', 'Nicht verfügbar', 'Keine Angabe', 'Seriennummer', 'Standardzeichenfolge', 'Kein Eintrag'],
  ...['Inconnu', 'Numéro de série', 'Non spécifié', 'À remplir par le constructeur', 'Aucun', 'Desconocido'],
  ...['Número de serie', 'No disponible', 'Sin número de serie', 'Cadena predeterminada', 'Non disponibile', 'Nessuno'],
  ...['Desconhecido', 'Não disponível', 'Número de série', 'Onbekend', 'Niet beschikbaar', 'Geen', 'Okänd', 'Saknas'],
  ...['Ei saatavilla', 'Nieznany', 'Brak', 'Numer seryjny', 'Není k dispozici', 'Sériové číslo', 'Ismeretlen', 'Yok'],
  ...['Неизвестно', 'Не указано', 'Серийный номер', 'Нет данных', '未知', '系统序列号', '默认字符串', '未指定', '無'],
  ...['不明', 'シリアル番号', '未設定', 'なし', '알 수 없음', '일련 번호', '기본 문자열'],
]

/** Patterns that nobody assigned. */
const patterns = [
  ...['0', '1', 'x', '0000000', '1111111', 'nnnnnnn', 'XXXXXXXXXXX', '000000-000', 'xxxx-xxxx-xxxx', 'SN0000000'],
  ...['12345', '123456', '1234567', '12345678', '123456789', '1234567890', '0123456789', '123456789000', '12345678901'],
  ...['12345678901234567', '987654321', '9876543210', '54321', '3456789', 'ABCDEFG', 'abcdefghij', 'ABCDE12345'],
  ...[
    '0123456789ABCDEF',
    '1234567890ABCDEF',
    '123456789ABCDEF',
    'A123456789',
    '#A123456789',
    'ATN12345678901234567',
    'BSN12345678901234567',
  ],
  ...['00010203', '0001020304050607', '01020304', 'AABBCC', '1122334455', 'AABBCCDD', 'A1B2C3D4', '00010203-0405-0607'],
  ...['12341234', '123123', 'ABCABC', 'ABABABAB', '1212121212', '000100010001', 'DEADBEEFDEADBEEFDEADBEEF', '12121212'],
  ...[
    '0x00000000',
    '0000000000000001',
    'FFFFFFFE'.padStart(16, 'F'),
    '00000000-0000-0000-0000-000000000000',
    '03000200-0400-0500-0006-000700080009',
    'Asset-1234567890',
  ],
  ...['CSN12345678901234567', 'SSN12345678901234567', 'NB-1234567890', 'EB-1234567890', 'PC-1234567890'],
  ...['BSS-0123456789', 'PF00000000', 'X0000000', '4294967295'],
  ...['S/N: 12345678', 'Serial Number: 00000000', 'ABC1234567890', 'qwertyuiop', 'DEADBEEF'],
]

describe('a serial number', () => {
  it.each([...placeholders, ...patterns])('%j is junk', (serial) => expect(isJunkSerial(serial)).toBe(true))

  it.each([
    '<BAD INDEX>',
    '<OUT OF SPEC>',
    '1.0',
    '1.2.3',
    '...',
    '-',
    'Dell Asset Tag#',
    'My SKU#',
    'ÿÿÿÿÿÿÿÿ',
    '�����',
  ])('%j is junk by its punctuation', (serial) => expect(isJunkSerial(serial)).toBe(true))

  it('stays junk in every case, with every punctuation and in any brackets', () => {
    const cases = [
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.replace(/./gu, (character, index) => (index % 2 ? character.toUpperCase() : character)),
    ]
    const separators = ['', ' ', '  ', '_', '-', '.', ' / ', '\t', '\u00a0']
    const frames = [
      (text: string) => text,
      ...['()', '[]', '<>', '""', '..', '**', '  '].map((pair) => (text: string) => `${pair[0]}${text}${pair[1]}`),
    ]
    for (const placeholder of [...placeholders, ...patterns].filter((text) => text.trim() !== '')) {
      for (const separator of separators) {
        const separated = placeholder.replace(/[\s_./-]+/g, separator)
        for (const change of cases) {
          for (const frame of frames) {
            const variant = frame(change(separated))
            expect(isJunkSerial(variant), JSON.stringify(variant)).toBe(true)
          }
        }
      }
    }
  })

  it('is junk if it repeats the model or the manufacturer', () => {
    expect(repeatsDescription('OptiPlex-7090', [undefined, 'Dell Inc.', 'OptiPlex 7090'])).toBe(true)
    expect(repeatsDescription('DELL INC', ['Dell Inc.'])).toBe(true)
    expect(repeatsDescription('8XK2PL3', ['Dell Inc.', 'OptiPlex 7090', undefined])).toBe(false)
  })

  it('is judged in a time that does not grow with its length', () => {
    for (const part of ['a_', '0', ' ', '-', '[', 'ser', 'fill ', '\n', '12', 'no', 'é', 'serialnumber', '<'])
      expect(isJunkSerial(`x${part.repeat(500_000)}!`)).toBeTypeOf('boolean')
  })
})

describe('a text', () => {
  it.each(placeholders.filter((text) => !/^(?:eval|iatpass|tulip|sys-|sn-|mb-|serial number x|my sku)/i.test(text)))(
    '%j is a placeholder',
    (text) => expect(isFiller(text)).toBe(true),
  )

  it.each([
    ...['F16A7984', '1001', '1.0', 'A00', '0', 'OptiPlex FX160', 'Default Gateway Pro', '9ASF1G72PZ-3G2E2', 'OEMTEK 3'],
    ...[
      'Samsung',
      '00AD00B300AD',
      '12345',
      'Manufacturer of Things',
      'Notebook',
      'NonStop NS3000',
      'System Board',
      'Server',
    ],
    ...[
      'Data Domain DD2500',
      'Memory Device',
      'Nano',
      'Number Nine',
      'Standard PC (Q35 + ICH9, 2009)',
      'NAS',
      'Base System Device',
    ],
    ...[
      'Virtual Machine',
      'Surface Pro 7',
      'System x3650 M4',
      'Modular Server',
      'Nokia',
      'Identix',
      'SNOM',
      'Tagarno',
      'Bull',
    ],
    ...[
      'Unknown Worlds 7',
      'DIMM 1',
      'BANK 0',
      'CPU 1',
      'Test Equity 107',
      'Generic',
      'ProDesk 600 G1',
      'Version 2 Plus',
    ],
  ])('%j is none', (text) => expect(isFiller(text)).toBe(false))
})
