import { readValue, readValues } from '../../../platform/host.ts'
import type { HardwarePart, SecurityPart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { textOrNone } from '../../text.ts'

const folder = '/sys/class/tpm'
const classFolder = '/sys/class'

/** Reads the TPM that the kernel uses. A kernel without support for TPM has no such class, and cannot tell. */
export const tpm: Source<HardwarePart> = {
  name: 'tpm',
  reads: ['security.tpm'],
  isAvailable: async (host) => (await host.listFolder(classFolder)).includes('tpm'),
  collect: async (host) => {
    const [name] = (await host.listFolder(folder)).filter((entry) => /^tpm\d+$/.test(entry))
    if (name === undefined) return { security: { tpm: { isPresent: false } } }
    const values = await readValues(host, `${folder}/${name}`, ['tpm_version_major', 'caps', 'device/caps'])
    const id = await readValue(host, `${folder}/${name}/device/firmware_node/hid`)
    return { security: { tpm: tpmOf(values.tpm_version_major, values.caps ?? values['device/caps'] ?? '', id) } }
  },
}

/** Manufacturers by the first letters of the ACPI id of the device; `MSFT0101` stands for any. */
const manufacturers: Record<string, string> = {
  AMD: 'AMD',
  ATM: 'Atmel',
  BCM: 'Broadcom',
  IFX: 'Infineon',
  INTC: 'Intel',
  NTC: 'Nuvoton',
  NTZ: 'Nationz',
  SMO: 'STMicroelectronics',
  STM: 'STMicroelectronics',
  VMW: 'VMware',
}

function tpmOf(major: string | undefined, caps: string, id: string | undefined): SecurityPart['tpm'] {
  const letters = /^[A-Z]+/.exec(id ?? '')?.[0] ?? ''
  const [, code] = /^Manufacturer: 0x([0-9a-f]{8})$/im.exec(caps) ?? []
  // The code is four characters.
  const name =
    code &&
    Buffer.from(code, 'hex')
      .toString('latin1')
      .replace(/[\0 ]+$/, '')
  return {
    isPresent: true,
    version:
      major === '2' ? '2.0' : (/^TCG version: (\d\.\d)$/im.exec(caps)?.[1] ?? (major === '1' ? '1.2' : undefined)),
    manufacturer: textOrNone(name) ?? manufacturers[letters],
    firmware: /^Firmware version: (\S+)$/im.exec(caps)?.[1],
  }
}
