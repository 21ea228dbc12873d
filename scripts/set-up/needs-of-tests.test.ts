import { fileURLToPath } from 'node:url'
import { toolsFor } from '@rollcall/shared/node/tool-list.ts'
import { expect, test } from 'vitest'
import { needsOfFiles } from './needs-of-tests.ts'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const namesOf = (...files: string[]) => needsOfFiles(files, projectDir).tools.map(({ name }) => name)

test.each([
  ['client/src/webhooks.test.ts', []],
  ['shared/src/targets/parse.test.ts', []],
  ['agent/src/service/units.test.ts', ['systemd-analyze']],
  ['collector/src/http/v1/tags.test.ts', ['initdb', 'postgres']],
  ['test/flows/tokens.test.ts', ['nats-server', 'nmap', 'fping']],
])('%s needs only the tools that it runs', (file, names) => {
  expect(namesOf(file)).toEqual(names)
})

test.each([
  ['test/browser/devices.test.ts', 'chromium-headless-shell'],
  ['test/flows/offload.test.ts', 'OpenStack Swift'],
  ['test/flows/long/directory.test.ts', "Samba's directory schema"],
  ['test/packages/debian.test.ts', 'debootstrap'],
  ['test/flows/sweep.test.ts', 'ip'],
])('%s needs %s', (file, name) => {
  expect(namesOf(file)).toContain(name)
})

test('the check that every tool is there needs every tool', () => {
  expect(namesOf('test/house/tools.test.ts')).toEqual(toolsFor('test').map(({ name }) => name))
})

test.each([
  ['client/src/webhooks.test.ts', false],
  ['test/flows/tokens.test.ts', true],
])('%s needs the web interface: %s', (file, web) => {
  expect(needsOfFiles([file], projectDir).web).toBe(web)
})
