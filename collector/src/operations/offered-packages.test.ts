import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { openOfferedPackages } from './offered-packages.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

const put = (name: string, content = name) => writeFile(join(folder.path, name), content)

it('lists the newest package of each part, format and machine', async () => {
  for (const name of [
    'rollcall-agent_1.9.0_amd64.deb',
    'rollcall-agent_1.10.0_amd64.deb',
    'rollcall-agent_1.9.0_arm64.deb',
    'rollcall-agent-1.10.0.aarch64.rpm',
    'rollcall-audit-service-1.10.0-linux-x64.tar.gz',
    'rollcall-collector_1.10.0_amd64.deb',
    'rollcall-agent-1.9.0-x64.msi',
    'rollcall-agent-1.10.0-x64.msi',
    'SHA256SUMS',
    "rollcall-agent_1.0'; reboot; '_amd64.deb",
  ]) {
    await put(name)
  }
  const listed = (await openOfferedPackages(folder.path).list()).map(
    ({ part, format, machine, version }) => `${part} ${format} ${machine} ${version}`,
  )
  expect(listed).toEqual([
    'agent msi x86_64 1.10.0',
    'agent rpm aarch64 1.10.0',
    'agent deb x86_64 1.10.0',
    'agent deb aarch64 1.9.0',
    'audit-service tar x86_64 1.10.0',
  ])
})

it('names the size and the SHA-256 of a package, also after it was replaced', async () => {
  const packages = openOfferedPackages(folder.path)
  await put('rollcall-agent_1.0.0_amd64.deb', 'abc')
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await packages.list()).toMatchObject([{ bytes: 3, sha256 }])
  await put('rollcall-agent_1.0.0_amd64.deb', 'abcd')
  expect(await packages.list()).toMatchObject([{ bytes: 4, sha256: expect.not.stringMatching(sha256) }])
})

it('offers nothing without the folder, and again when it is there', async () => {
  const packages = openOfferedPackages(join(folder.path, 'packages'))
  expect(await packages.list()).toEqual([])
  await mkdir(join(folder.path, 'packages'))
  await put('packages/rollcall-agent_1.0.0_amd64.deb')
  expect(await packages.list()).toHaveLength(1)
  await rm(join(folder.path, 'packages'), { recursive: true })
  expect(await packages.list()).toEqual([])
})
