import { expect, it } from 'vitest'
import { mergeHardware } from './merge.ts'

it('keeps the lists of all sources, sorted, and completes items that several sources have', () => {
  const merged = mergeHardware([
    {
      memory: { modules: [] },
      printQueues: [{ name: 'b', driver: 'B 1' }],
      accounts: [{ name: 'alice', id: '1000' }],
      security: { secureBoot: 'on', firewalls: [{ name: 'nftables', state: 'on' }] },
    },
    {
      memory: { swapBytes: 0 },
      printQueues: [{ name: 'a' }, { name: 'b', driver: 'other', isDefault: true }],
      accounts: [{ name: 'alice', id: '1000', isSignedIn: true }],
      security: {
        secureBoot: 'off',
        firewalls: [
          { name: 'Windows', profile: 'public', state: 'on' },
          { name: 'Windows', profile: 'domain', state: 'off' },
        ],
        antivirus: [{ name: 'ClamAV' }],
      },
    },
  ])
  expect(merged).toEqual({
    system: {},
    memory: { swapBytes: 0, modules: [] },
    printQueues: [{ name: 'a' }, { name: 'b', driver: 'B 1', isDefault: true }],
    accounts: [{ name: 'alice', id: '1000', isSignedIn: true }],
    security: {
      secureBoot: 'on',
      firewalls: [
        { name: 'Windows', profile: 'domain', state: 'off' },
        { name: 'Windows', profile: 'public', state: 'on' },
        { name: 'nftables', state: 'on' },
      ],
      antivirus: [{ name: 'ClamAV' }],
    },
  })
})

it.each([
  ['completes the TPM of the firmware by that of the kernel', { isPresent: true, version: '2.0', firmware: '7.85' }],
  ['takes the TPM of the firmware if the kernel has no driver for it', { isPresent: false }],
])('%s', (_, ofKernel) => {
  const ofFirmware = { isPresent: true, version: '2.0', manufacturer: 'IFX', firmware: '7.2' }
  const merged = (...tpms: (typeof ofKernel)[]) =>
    mergeHardware(tpms.map((tpm) => ({ security: { tpm } }))).security?.tpm
  expect(merged(ofFirmware, ofKernel)).toEqual(ofFirmware)
  expect(merged(ofKernel, ofFirmware)).toEqual({ ...ofFirmware, ...(ofKernel.isPresent && ofKernel) })
})

it('has no TPM if no source has seen one, and says nothing without a source', () => {
  const without = { security: { tpm: { isPresent: false } } }
  expect(mergeHardware([without, without]).security?.tpm).toEqual({ isPresent: false })
  expect(mergeHardware([{ security: { secureBoot: 'on' } }]).security).toEqual({ secureBoot: 'on' })
})

it.each([
  ['of a virtual machine is that of its modules, whatever its balloon takes', 'kvm', 8 * 2 ** 30],
  ['of a container is its own', 'lxc', 6 * 2 ** 30],
  ['of hardware is that of the kernel', undefined, 6 * 2 ** 30],
])('the memory %s', (_, virtualization, totalBytes) => {
  const modules = [{ sizeBytes: 4 * 2 ** 30 }, { sizeBytes: 4 * 2 ** 30 }]
  const parts = [{ system: { virtualization }, memory: { modules } }, { memory: { totalBytes: 6 * 2 ** 30 } }]
  expect(mergeHardware(parts).memory?.totalBytes).toBe(totalBytes)
  const unsized = [{ memory: { modules: [{ slot: 'DIMM 1' }] } }, ...parts]
  expect(mergeHardware(unsized).memory?.totalBytes).toBe(6 * 2 ** 30)
})

it('lists equal graphics cards of one source, and a card of two sources once', () => {
  const card = () => ({ name: 'FirePro D300' })
  const merged = mergeHardware([{ graphics: [card(), card()] }, { graphics: [{ ...card(), driver: 'amdgpu' }] }])
  expect(merged.graphics).toEqual([{ ...card(), driver: 'amdgpu' }, card()])
})

it('lists a local account and one of a domain with the same name', () => {
  const accounts = ['S-1-5-21-1-2-3-1001', 'S-1-5-21-4-5-6-1101'].map((id) => ({ name: 'anna', id }))
  expect(mergeHardware([{ accounts }]).accounts).toEqual(accounts)
})
