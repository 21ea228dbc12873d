import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { describe, expect, it } from 'vitest'
import { LimitError } from '../../../platform/host.ts'
import { type Recording, recordedHost } from '../../../platform/testing/recorded-host.ts'
import type { HardwarePart } from '../../parts.ts'
import { collectAll } from '../../source.ts'
import { mergeHardware } from '../merge.ts'
import { dmidecode } from './dmidecode.ts'
import { dmi } from './sysfs.ts'
import { smbios } from './tables.ts'
import { encodeTable, smbiosFiles } from './testing/encode-tables.ts'

const [entryPoint, table] = ['/sys/firmware/dmi/tables/smbios_entry_point', '/sys/firmware/dmi/tables/DMI']
const od = `od -An -v -tx1 ${entryPoint} ${table}`
const files = smbiosFiles(0x0300, encodeTable([{ type: 1, fields: { x04: 'Tables', x05: 'T1', x07: 'S-1' } }]))
const sysfs = { '/sys/class/dmi/id/sys_vendor': 'Sysfs\n', '/sys/class/dmi/id/product_name': 'T1\n' }
const dump = `SMBIOS 3.0.0 present.

Handle 0x0001, DMI type 1, 8 bytes
	Header and Data:
		01 08 01 00 01 00 00 00
	Strings:
		44 75 6D 70 00
		Dump

Handle 0x0002, DMI type 127, 4 bytes
	Header and Data:
		7F 04 02 00
`
/** Runs the real od on copies of the files. */
async function runOd(): Promise<RunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'smbios-'))
  try {
    const paths = [join(folder, 'entry'), join(folder, 'table')]
    await Promise.all(paths.map((path, index) => writeFile(path, Object.values(files)[index] ?? '')))
    return await runProcess('od', ['-An', '-v', '-tx1', ...paths], { timeoutMs: 10_000 })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the three sources of SMBIOS; `secret` files are listed but not readable. */
async function collect(recording: Recording, isSecret = false) {
  const host = recordedHost(recording)
  const readBytes: typeof host.readBytes = async (path, bytesMax) =>
    isSecret && path in files ? undefined : host.readBytes(path, bytesMax)
  const found = await collectAll<HardwarePart>({ ...host, readBytes }, 'hardware', [smbios, dmidecode, dmi])
  const { manufacturer } = mergeHardware(found.parts.map(({ part }) => part)).system ?? {}
  const probes = found.probes.map(({ probe, outcome }) => `${probe} ${outcome}`)
  return { manufacturer, probes, truncated: found.truncated }
}

describe('SMBIOS of a Linux machine', () => {
  it('comes from the tables alone if they are readable', async () => {
    expect(await collect({ files: { ...files, ...sysfs }, programs: { 'dmidecode -u': dump, [od]: runOd } })).toEqual({
      manufacturer: 'Tables',
      probes: ['smbios ok'],
      truncated: [],
    })
  })

  it('comes from dmidecode where only root may read them, with one request for root', async () => {
    const programs = { 'dmidecode -u': dump, [od]: async () => Promise.reject(new Error('a second request for root')) }
    expect(await collect({ files: { ...files, ...sysfs }, programs }, true)).toEqual({
      manufacturer: 'Dump',
      probes: ['smbios unavailable', 'dmidecode ok', 'dmi ok'],
      truncated: [],
    })
  })

  it('comes from od as root where there is no dmidecode', async () => {
    expect(await collect({ files: { ...files, ...sysfs }, programs: { [od]: runOd } }, true)).toEqual({
      manufacturer: 'Tables',
      probes: ['smbios ok'],
      truncated: [],
    })
  })

  it.each([
    [
      'dmidecode',
      { dmidecode: { code: 1, stderr: '/dev/mem: Permission denied\n' } },
      ['smbios unavailable', 'dmidecode refused', 'dmi ok'],
    ],
    [
      'od',
      { od: { code: 1, stderr: `od: ${entryPoint}: Permission denied\n` } },
      ['smbios refused', 'dmidecode unavailable', 'dmi ok'],
    ],
  ])('comes from /sys/class/dmi/id if root is refused to %s', async (_program, programs, probes) => {
    expect(await collect({ files: { ...files, ...sysfs }, programs }, true)).toEqual({
      manufacturer: 'Sysfs',
      probes,
      truncated: [],
    })
  })

  it('comes from dmidecode on a kernel without the tables', async () => {
    expect(await collect({ programs: { 'dmidecode -u': dump } })).toMatchObject({ manufacturer: 'Dump' })
  })

  it('comes from the other sources if the tables are no tables', async () => {
    const bad = { ...files, [table]: Buffer.alloc(500), ...sysfs }
    expect(await collect({ files: bad })).toEqual({
      manufacturer: 'Sysfs',
      probes: ['smbios failed', 'dmidecode unavailable', 'dmi ok'],
      // Memory modules, for example, are only in the tables.
      truncated: ['hardware: smbios stopped after 0 structures, 0 bytes: the next structure has a length of 0'],
    })
  })

  it('names what is missing in cut tables', async () => {
    const cut = { ...files, [table]: files[table]?.subarray(0, 25) ?? Buffer.alloc(0) }
    const { manufacturer, truncated } = await collect({ files: cut })
    expect(manufacturer).toBe('Tables')
    expect(truncated).toEqual([
      'hardware: smbios stopped after 1 structures, 23 bytes: the table ends within a structure',
    ])
  })

  it.each([
    ['cut', Buffer.from('_SM3_')],
    ['of another kind', Buffer.from('x'.repeat(64))],
    ['empty', Buffer.alloc(0)],
  ])('is read with an entry point that is %s', async (_case, bytes) => {
    const { manufacturer, probes } = await collect({ files: { ...files, [entryPoint]: bytes } })
    expect([manufacturer, probes]).toEqual(['Tables', ['smbios ok']])
  })

  it('fails if the output of od is no entry point', async () => {
    await expect(smbios.collect(recordedHost({ programs: { od: ' 00 01 02\n' } }))).rejects.toThrow(
      `${entryPoint} is no SMBIOS entry point`,
    )
  })

  it('fails if the table is larger than its limit', async () => {
    const readBytes = async () => Promise.reject(new LimitError('too large'))
    await expect(smbios.collect({ ...recordedHost({}), readBytes })).rejects.toThrow(LimitError)
  })
})
