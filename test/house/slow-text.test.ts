import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDpkg } from '@rollcall/agent/inventory/software/dpkg.ts'
import { isOlder } from '@rollcall/agent/inventory/system/linux/updates/restart.ts'
import { productOf } from '@rollcall/audit-service/probes/banner/product.ts'
import { readAnswer } from '@rollcall/audit-service/probes/http/page.ts'
import { parseHost } from '@rollcall/audit-service/probes/nmap/parse-host.ts'
import { labelledIdentity } from '@rollcall/audit-service/probes/snmp/labelled-identity.ts'
import { splitPackage } from '@rollcall/audit-service/probes/snmp/mibs/installed-software.ts'
import { readDescription } from '@rollcall/audit-service/probes/snmp/sys-descr.ts'
import { describedOs } from '@rollcall/audit-service/probes/snmp/sys-descr-os.ts'
import { describedVersion } from '@rollcall/audit-service/probes/snmp/sys-descr-version.ts'
import {
  isDistinctSerial,
  isModelShaped,
  isNoName,
  isSerialShaped,
  isVersionShaped,
} from '@rollcall/audit-service/probes/snmp/value-shapes.ts'
import { expect, test } from 'vitest'
import { hostileTexts } from './patterns/hostile-texts.ts'
import { patternsOf } from './patterns/literals.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Output of commands on a host, by SSH or by the agent: a whole package database is one text. */
const outputLength = 50_000
/** Length to which a text of SNMP, a banner or a title is cut before it is read. */
const textMax = 512

type Reader = { file: string; name: string; read: (text: string) => unknown; length: number }

/** Every function of the inventory sources that reads a text, also as the `parse` of an object. */
async function inventoryReaders(): Promise<Reader[]> {
  const folder = 'agent/src/inventory'
  const files = readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
  const readers = await Promise.all(
    files.map(async (file) => {
      const exported = Object.entries((await import(`${root}/${file}`)) as Record<string, unknown>)
      return exported.flatMap(([name, value]) => {
        const read = name.startsWith('parse') ? value : (value as { parse?: unknown } | undefined)?.parse
        // dpkg's status is read as bytes.
        const readText = read === parseDpkg ? (text: string) => parseDpkg([Buffer.from(text)], new Map()) : read
        return typeof readText === 'function'
          ? [{ file, name, read: readText as Reader['read'], length: outputLength }]
          : []
      })
    }),
  )
  return readers.flat()
}

const probes = 'audit-service/src/probes'
/** Functions that read the answers of devices on a network, with the longest text that each gets. */
const probeReaders: Reader[] = [
  { file: `${probes}/http/page.ts`, name: 'readAnswer', read: readPage, length: 32 * 1024 },
  { file: `${probes}/nmap/parse-host.ts`, name: 'parseHost', read: parseHost, length: 100_000 },
  { file: `${probes}/banner/product.ts`, name: 'productOf', read: productOf, length: textMax },
  { file: `${probes}/snmp/sys-descr.ts`, name: 'readDescription', read: described, length: textMax },
  { file: `${probes}/snmp/sys-descr-model.ts`, name: 'readDescription', read: described, length: textMax },
  { file: `${probes}/snmp/sys-descr-os.ts`, name: 'describedOs', read: describedOs, length: textMax },
  { file: `${probes}/snmp/sys-descr-version.ts`, name: 'describedVersion', read: describedVersion, length: textMax },
  { file: `${probes}/snmp/value-shapes.ts`, name: 'isModelShaped', read: shapes, length: textMax },
  { file: `${probes}/snmp/labelled-identity.ts`, name: 'labelledIdentity', read: labels, length: textMax },
  { file: `${probes}/snmp/mibs/installed-software.ts`, name: 'splitPackage', read: splitPackage, length: textMax },
]

function readPage(text: string): unknown {
  const head = 'HTTP/1.1 200 OK\r\n'
  const forms = [text, `${head}${text}`, `${head}WWW-Authenticate: ${text}`, `${head}\r\n${text}`]
  return forms.map((form) => readAnswer(Buffer.from(form)))
}

function shapes(text: string): unknown {
  return [isDistinctSerial, isModelShaped, isNoName, isSerialShaped, isVersionShaped].map((shape) => shape(text))
}

function labels(text: string): unknown {
  return ['Serial Number', 'Model', 'Version'].map((label) =>
    labelledIdentity([
      { oid: [1, 1, 1], text: label },
      { oid: [1, 2, 1], text },
    ]),
  )
}

function described(text: string): unknown {
  return [undefined, 'Cisco'].map((maker) => readDescription(text, maker))
}

const updates = 'agent/src/inventory/system/linux/updates'
const restart: Reader = {
  file: `${updates}/restart.ts`,
  name: 'isOlder',
  read: (text) => [isOlder(text, [text], []), isOlder(text, [], [text])],
  // Names of files and values of /proc; those of a foreign host may be longer than those of Linux.
  length: 16 * 1024,
}

const readers = [...(await inventoryReaders()), restart, ...probeReaders]

test('the table contains every reader of inventory text', () => {
  expect(readers.length).toBeGreaterThan(30)
})

// The time limit is for what takes the square of the time: it needs minutes. The others need seconds on a busy machine.
test.each(readers)('$file: $name reads long hostile texts quickly', { timeout: 60_000 }, ({ file, read, length }) => {
  const sources = patternsOf(root, [file]).map(({ source }) => source)
  for (const source of ['', ...sources]) {
    for (const text of hostileTexts(source, length)) {
      try {
        read(text)
      } catch {
        // Refused, which is an answer too.
      }
    }
  }
})
