import { expect, it } from 'vitest'
import { windowsSources } from '../inventory/windows-sources.ts'
import { recordedWindows, type WindowsRecording } from '../platform/windows/testing/recorded-windows.ts'
import { windowsKeys } from './software-databases.ts'
import { windowsSoftware } from './windows-software.ts'

const user = 'HKU\\S-1-5-21-1-2-3-1001'
const uninstall = `${user}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall`
const store = `${user}_Classes\\Local Settings\\Software\\Microsoft\\Windows\\CurrentVersion\\AppModel\\Repository\\Packages`

const stateOf = (recording: WindowsRecording, changes = 0) =>
  windowsSoftware(recordedWindows(recording).registry, () => changes)()
const signedIn: WindowsRecording = { registry: { [user]: {}, [uninstall]: {}, [`${uninstall}\\Editor`]: {} } }

it('has keys for each source of software on Windows', () => {
  const names = windowsSources(recordedWindows({})).software.map(({ name }) => name)
  expect(Object.keys(windowsKeys).sort()).toEqual(names.sort())
})

it.each<[string, WindowsRecording]>([
  ['a user signs in', { registry: { ...signedIn.registry, 'HKU\\S-1-5-21-1-2-3-1002': {} } }],
  ['a user installs a program', { registry: { ...signedIn.registry, [`${uninstall}\\Viewer`]: {} } }],
  ['a program of a user is written', { ...signedIn, writtenAt: { [`${uninstall}\\Editor`]: new Date(1) } }],
  ['a user installs an application of the Store', { registry: { ...signedIn.registry, [`${store}\\App_1.0`]: {} } }],
  ['the registry refuses a key', { registry: { ...signedIn.registry, [uninstall]: 'refused' } }],
])('changes when %s', (_, recording) => {
  expect(stateOf(signedIn)).toBe(stateOf(signedIn))
  expect(stateOf(recording)).not.toBe(stateOf(signedIn))
})

it('changes with each change below the keys of the machine', () => {
  expect(stateOf(signedIn, 1)).not.toBe(stateOf(signedIn))
})

it('ignores accounts of services', () => {
  expect(stateOf({ registry: { ...signedIn.registry, 'HKU\\S-1-5-18': {} } })).toBe(stateOf(signedIn))
})
