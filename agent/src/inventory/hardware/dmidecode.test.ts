import { describe, expect, it } from 'vitest'
import { RefusedError } from '../../platform/host.ts'
import { recordedHost } from '../../platform/recorded-host.ts'
import { dmidecode, parseDmidecode } from './dmidecode.ts'

/** Modelled on dmidecode(8) 3.5 on a desktop with two of four slots filled. */
const desktop = `# dmidecode 3.5
Getting SMBIOS data from sysfs.
SMBIOS 3.2.0 present.

Handle 0x0000, DMI type 0, 26 bytes
BIOS Information
	Vendor: Example Firmware Ltd.
	Version: 1.20
	Release Date: 03/15/2023
	Characteristics:
		PCI is supported
		Version: not this one

Handle 0x0001, DMI type 1, 27 bytes
System Information
	Manufacturer: Example Computers
	Product Name: Tower 9000
	Version: Not Specified
	Serial Number: EX-0042
	UUID: 4C4C4544-0042-3510-8052-B4C04F395032
	Wake-up Type: Power Switch

Handle 0x0003, DMI type 3, 22 bytes
Chassis Information
	Manufacturer: Example Computers
	Type: Mini Tower
	Asset Tag:  

Handle 0x0010, DMI type 17, 84 bytes
Memory Device
	Size: 16 GB
	Form Factor: DIMM
	Locator: DIMM 1
	Bank Locator: P0 CHANNEL A
	Type: DDR4
	Speed: 3200 MT/s
	Manufacturer: Example Memory
	Serial Number: 00AA11BB
	Part Number: EM-16G-3200          
	Configured Memory Speed: 2933 MT/s

Handle 0x0011, DMI type 17, 84 bytes
Memory Device
	Size: No Module Installed
	Locator: DIMM 2
	Type: Unknown

Handle 0x0012, DMI type 17, 84 bytes
Memory Device
	Size: 8192 MB
	Locator: DIMM 3
	Type: DDR4
	Speed: Unknown
`

describe('parseDmidecode', () => {
  it('reads system, chassis, firmware and the filled memory slots', () => {
    expect(parseDmidecode(desktop)).toEqual({
      system: {
        manufacturer: 'Example Computers',
        model: 'Tower 9000',
        serialNumber: 'EX-0042',
        uuid: '4c4c4544-0042-3510-8052-b4c04f395032',
        chassis: 'Mini Tower',
      },
      firmware: { vendor: 'Example Firmware Ltd.', version: '1.20', date: '03/15/2023' },
      board: {},
      memory: {
        modules: [
          {
            slot: 'DIMM 1',
            sizeBytes: 16 * 2 ** 30,
            type: 'DDR4',
            speedMhz: 2933,
            manufacturer: 'Example Memory',
            partNumber: 'EM-16G-3200',
            serialNumber: '00AA11BB',
          },
          { slot: 'DIMM 3', sizeBytes: 8 * 2 ** 30, type: 'DDR4' },
        ],
      },
    })
  })

  it('reads the layout of versions before 2.7', () => {
    const old =
      'Handle 0x0001\n\tDMI type 1, 25 bytes.\n\tSystem Information\n\t\tManufacturer: Old Maker\n\t\tUUID: Not Settable\n'
    expect(parseDmidecode(old).system?.manufacturer).toBe('Old Maker')
  })

  it('returns nothing for other text', () => {
    expect(parseDmidecode('')).toEqual({ system: {}, firmware: {}, board: {} })
    expect(parseDmidecode('# No SMBIOS nor DMI entry point found, sorry.\n').memory).toBeUndefined()
  })
})

it('reports a refusal, not a failure, for an ordinary user', async () => {
  const host = recordedHost({ programs: { dmidecode: { code: 1, stderr: '/dev/mem: Permission denied\n' } } })
  await expect(dmidecode.collect(host)).rejects.toThrow(RefusedError)
})
