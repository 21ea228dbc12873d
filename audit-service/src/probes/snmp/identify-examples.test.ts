import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { identify } from './identify.ts'
import { deviceFacts } from './testing/device.ts'
import { vendors } from './vendors/all.ts'
import { knowledgeOf } from './vendors/describe.ts'

type Example = { device: string; lines: string; expected: (string | undefined)[] }

/**
 * Parses lines of `sysObjectID | sysDescr | objects | type | manufacturer | model | serial number | version`; `-` is no
 * value.
 */
function examplesOf(file: string): Example[] {
  const text = readFileSync(new URL(`testing/${file}`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [objectId = '', description = '', objects = '', ...expected] = line.split(/ *\| */)
      const lines = objects === '-' ? [] : objects.split(' ; ').map(recorded)
      if (objectId !== '-') lines.push(`1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.${objectId}`)
      if (description !== '-') lines.push(`1.3.6.1.2.1.1.1.0|4|${description}`)
      return {
        device: `${objectId} ${description}`,
        lines: lines.join('\n'),
        expected: expected.map((value) => (value === '-' ? undefined : value)),
      }
    })
}

function recorded(object: string): string {
  const [, oid = '', value = ''] = /^([\d.]+)=(.*)$/.exec(object) ?? []
  const full = oid.startsWith('1.') ? oid : `1.3.6.1.4.1.${oid}`
  if (value.startsWith('#')) return `${full}|2|${value.slice(1)}`
  return `${full}|${/^1\.3\.6\.[\d.]+$/.test(value) ? 6 : 4}|${value}`
}

const vendorObjects = examplesOf('vendor-objects.txt')

async function identified({ lines }: Example): Promise<Example['expected']> {
  const { type, manufacturer, model, serialNumber, firmwareVersion, os } = identify(await deviceFacts(lines))
  return [type, manufacturer, model, serialNumber, firmwareVersion ?? os?.version]
}

test.each(examplesOf('descriptions.txt'))('by its description: $device', async (example) => {
  expect(await identified(example)).toEqual(example.expected)
})

describe('devices with objects of their manufacturers', () => {
  test.each(vendorObjects)('$device', async (example) => {
    expect(await identified(example)).toEqual(example.expected)
  })

  test('has an example of every vendor', () => {
    const without = vendors.filter(
      ({ enterprises }) =>
        !vendorObjects.some(({ lines }) =>
          enterprises.some((number) => new RegExp(`1\\.3\\.6\\.1\\.4\\.1\\.${number}[.|\\s]`).test(`${lines}`)),
        ),
    )
    expect(without.map(({ name }) => name)).toEqual([])
  })
})

test('reads text that is made to slow the forms of sysDescr down quickly', () => {
  const everyone = vendors.flatMap(({ enterprises }) => enterprises)
  for (const piece of [
    'A-',
    'A1-',
    '1.',
    'AX1',
    'Version 1 ',
    'Linux TL-',
    'ZXR10 1',
    'Release A ',
    'Cisco IP Phone ',
  ]) {
    expect(knowledgeOf(vendors, everyone, piece.repeat(512).slice(0, 512), '1.3.6.1.4.1.9.1.1')).toBeTypeOf('object')
  }
})
