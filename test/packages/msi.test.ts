import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMsi } from '../../scripts/release/msi.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

type Rows = Record<string, string>[]

/** Larger than a block of the cabinet, and repetitive across blocks. */
const largeFile = Buffer.from(Array.from({ length: 100_003 }, (_, at) => (at * at) % 251))
const program: Readonly<Record<string, Buffer>> = {
  'node.exe': largeFile,
  'rollcall.cmd': Buffer.from('@echo off\r\n'),
  'lib/rollcall.cjs': Buffer.from('start()'),
  'lib/main.cjs': Buffer.alloc(0),
  'lib/native/koffi.node': Buffer.concat([largeFile, Buffer.from('end')]),
  'lib/resources/software-1.dictionary': Buffer.from('words'),
}

let folder: TmpFolder
let [file, later] = ['', '']
let tables: Record<string, Rows>

beforeAll(async () => {
  folder = await tmpFolder()
  await writeProgram(join(folder.path, 'program'))
  file = await build('1.0.0', 'first')
  later = await build('1.1.0', 'later')
  tables = await tablesOf(file)
})
afterAll(() => folder.remove())

async function writeProgram(to: string): Promise<void> {
  for (const [path, content] of Object.entries(program)) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await writeFile(join(to, path), content)
  }
}

async function build(version: string, name: string, programDir = 'program'): Promise<string> {
  const work = join(folder.path, name)
  await mkdir(work)
  const built = await writeMsi({
    program: join(folder.path, programDir),
    work,
    version,
    builtAt: 1_790_000_000,
    outDir: folder.path,
  })
  const file = join(folder.path, `${name}.msi`)
  await rename(built, file)
  return file
}

async function tool(name: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess(name, args, { timeoutMs: 60_000 })
  expect(code, stderr).toBe(0)
  return stdout
}

async function tablesOf(msi: string): Promise<Record<string, Rows>> {
  const names = (await tool('msiinfo', 'tables', msi)).trim().split('\n')
  const own = names.filter((name) => !name.startsWith('_'))
  return Object.fromEntries(await Promise.all(own.map(async (name) => [name, await rowsOf(msi, name)] as const)))
}

/** Returns the rows of a table by the names of its columns. */
async function rowsOf(msi: string, name: string): Promise<Rows> {
  const [columns = '', _types, _keys, ...lines] = (await tool('msiinfo', 'export', msi, name)).split('\r\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const fields = line.split('\t')
      return Object.fromEntries(columns.split('\t').map((column, index) => [column, fields[index] ?? '']))
    })
}

const rows = (name: string): Rows => tables[name] ?? []
const column = (table: string, name: string): string[] => rows(table).map((row) => row[name] ?? '')
const property = (name: string) => rows('Property').find((row) => row['Property'] === name)?.['Value']

test('contains the program, byte for byte', async () => {
  const out = join(folder.path, 'extracted')
  await tool('msiextract', '--directory', out, file)
  const found = await readdir(out, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const root = dirname(paths.find((path) => path.endsWith('node.exe')) ?? '')
  expect(paths.map((path) => path.slice(root.length + 1)).sort()).toEqual(Object.keys(program).sort())
  for (const [path, content] of Object.entries(program)) {
    expect((await readFile(join(root, path))).equals(content), path).toBe(true)
  }
})

test('has the same bytes for the same files, whenever and wherever they are', async () => {
  const elsewhere = join(folder.path, 'elsewhere')
  await writeProgram(elsewhere)
  await utimes(join(elsewhere, 'node.exe'), 1, 1)
  const again = await build('1.0.0', 'again', 'elsewhere')
  expect((await readFile(again)).equals(await readFile(file))).toBe(true)
})

test('has another package code if one byte differs', async () => {
  const changed = join(folder.path, 'changed')
  await writeProgram(changed)
  await writeFile(join(changed, 'lib/rollcall.cjs'), 'Start()')
  const codeOf = async (msi: string) =>
    /Revision number \(UUID\): (\{.*\})/.exec(await tool('msiinfo', 'suminfo', msi))?.[1]
  expect(await codeOf(file)).toMatch(/^\{[\dA-F-]{36}\}$/)
  expect(await codeOf(await build('1.0.0', 'other', 'changed'))).not.toBe(await codeOf(file))
})

test('a later version is another product of the same upgrade code and components', async () => {
  const other = await tablesOf(later)
  const codeIn = (name: string) => other['Property']?.find((row) => row['Property'] === name)?.['Value']
  expect(codeIn('UpgradeCode')).toBe(property('UpgradeCode'))
  expect(codeIn('ProductCode')).not.toBe(property('ProductCode'))
  expect(other['Component']).toEqual(rows('Component'))
})

test('every reference leads to a row', () => {
  const references: [table: string, field: string, targets: readonly string[]][] = [
    ['File', 'Component_', column('Component', 'Component')],
    ['Component', 'KeyPath', column('File', 'File')],
    ['Component', 'Directory_', column('Directory', 'Directory')],
    ['Directory', 'Directory_Parent', ['', ...column('Directory', 'Directory')]],
    ['Feature', 'Directory_', column('Directory', 'Directory')],
    ['FeatureComponents', 'Feature_', column('Feature', 'Feature')],
    ['FeatureComponents', 'Component_', column('Component', 'Component')],
    ['Registry', 'Component_', column('Component', 'Component')],
    ['AppSearch', 'Signature_', [...column('RegLocator', 'Signature_'), ...column('Signature', 'Signature')]],
    ['DrLocator', 'Signature_', column('Signature', 'Signature')],
    [
      'CustomAction',
      'Source',
      [...column('File', 'File'), ...column('Directory', 'Directory'), ...propertiesThatAreSet],
    ],
  ]
  for (const [table, field, targets] of references) {
    expect(rows(table).length, table).toBeGreaterThan(0)
    for (const value of column(table, field)) expect(targets, `${table}.${field}`).toContain(value)
  }
  expect(column('FeatureComponents', 'Component_').sort()).toEqual(column('Component', 'Component').sort())
})

/** Properties that a custom action sets. */
const propertiesThatAreSet = ['ARPHELPLINK', 'ARPINSTALLLOCATION', 'INSTALLDIR', 'REINSTALL']

test('keys, identifiers and names are valid and unique', () => {
  const guid = /^\{[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}$/
  const guids = [property('ProductCode') ?? '', property('UpgradeCode') ?? '', ...column('Component', 'ComponentId')]
  for (const value of guids) expect(value).toMatch(guid)
  expect(new Set(guids).size).toBe(guids.length)
  for (const value of [
    ...column('File', 'File'),
    ...column('Component', 'Component'),
    ...column('Directory', 'Directory'),
  ]) {
    expect(value).toMatch(/^[A-Za-z_][\w.]{0,71}$/)
  }
  const folderOf = Object.fromEntries(rows('Component').map((row) => [row['Component'], row['Directory_']]))
  const names = rows('File').map((row) => {
    const [short = ''] = (row['FileName'] ?? '').split('|')
    expect(short).toMatch(/^[\w-]{1,8}(\.\w{1,3})?$/)
    return `${folderOf[row['Component_'] ?? '']}/${short.toLowerCase()}`
  })
  expect(new Set(names).size).toBe(names.length)
  const sequence = column('File', 'Sequence').map(Number)
  expect(sequence.sort((a, b) => a - b)).toEqual(sequence.map((_, index) => index + 1))
  expect(column('Media', 'LastSequence')).toEqual([String(sequence.length)])
})

test('all that changes the machine is done as SYSTEM, between its start and its end, and undone on failure', () => {
  const actions = new Map(rows('CustomAction').map((row) => [row['Action'] ?? '', Number(row['Type'])]))
  const steps = new Map(rows('InstallExecuteSequence').map((row) => [row['Action'] ?? '', Number(row['Sequence'])]))
  expect(new Set(steps.values()).size).toBe(steps.size)
  const at = (name: string) => steps.get(name) ?? Number.NaN
  const [setProperty, deferred, asSystem, onRollback] = [51, 0x400, 0x800, 0x100]
  for (const [name, type] of actions) {
    expect(steps.has(name), name).toBe(true)
    if (type === setProperty) continue
    expect(type & (deferred | asSystem), name).toBe(deferred | asSystem)
    expect(at(name), name).toBeGreaterThan(at('InstallInitialize'))
    expect(at(name), name).toBeLessThan(at('InstallFinalize'))
  }
  for (const name of ['Start', 'Stop']) {
    expect((actions.get(`Undo${name}`) ?? 0) & onRollback).toBe(onRollback)
    expect(at(`Undo${name}`)).toBeLessThan(at(name))
  }
  expect(at('RemoveExistingProducts')).toBeGreaterThan(at('InstallInitialize'))
  expect(at('Stop')).toBeLessThan(at('RemoveFiles'))
  expect(at('Start')).toBeGreaterThan(at('InstallFiles'))
})

test('the token is in no log, and no property of a user who repairs the product reaches the agent', () => {
  expect(property('MsiHiddenProperties')?.split(';')).toContain('ROLLCALL_TOKEN')
  const isHidden = 0x2000
  for (const { Action: name = '', Type: type, Target: target = '' } of rows('CustomAction')) {
    if (!/\[ROLLCALL_/.test(target)) continue
    if (target.includes('TOKEN')) expect(Number(type) & isHidden, name).toBe(isHidden)
    const condition = rows('InstallExecuteSequence').find((row) => row['Action'] === name)?.['Condition']
    expect(condition, name).toMatch(/^NOT Installed AND /)
  }
  expect(rows('Error')[0]).toMatchObject({ Error: '1722' })
  // Its fourth field is the command line.
  expect(rows('Error')[0]?.['Message']).not.toContain('[4]')
})

test('it is for the whole machine and administrators only, and every refusal has a text', () => {
  expect(property('ALLUSERS')).toBe('1')
  const conditions = column('LaunchCondition', 'Condition')
  for (const condition of ['NOT NEWER', 'Privileged', 'Installed OR ALLUSERS = 1']) {
    expect(conditions).toContain(condition)
  }
  for (const text of column('LaunchCondition', 'Description')) expect(text).toMatch(/^.{30,255}$/)
})

test('scripts and documentation give properties that the package reads', async () => {
  const projectDir = join(import.meta.dirname, '..', '..')
  const files = ['docs/agents.md', 'deploy/agents/ansible.yaml', 'deploy/agents/gpo-startup.ps1']
  const accepted = property('SecureCustomProperties')?.split(';') ?? []
  for (const path of files) {
    const text = await readFile(join(projectDir, path), 'utf8')
    const named = new Set([...text.matchAll(/\b([A-Z_]{5,})=/g)].map(([, name]) => name))
    expect(named, path).toContain('ROLLCALL_URL')
    for (const name of named) expect(accepted, path).toContain(name)
  }
  const product = { DisplayName: property('ProductName'), Publisher: property('Manufacturer') }
  for (const path of ['deploy/agents/gpo-startup.ps1', 'deploy/agents/intune-detect.ps1']) {
    const text = await readFile(join(projectDir, path), 'utf8')
    for (const [field, value] of Object.entries(product)) expect(text, path).toContain(`$_.${field} -eq '${value}'`)
  }
})
