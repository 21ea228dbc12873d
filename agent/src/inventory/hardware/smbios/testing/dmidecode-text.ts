import type { HardwarePart, Processor } from '../../../parts.ts'

type Fields = Map<string, string>

/** Returns the hardware that the text of dmidecode describes, to compare with what our parser reads. */
export function hardwareOfText(text: string): HardwarePart {
  const structures = text
    .split(/^Handle 0x.*$/m)
    .slice(1)
    .map(structureOf)
  const all = (title: string) => structures.filter((structure) => structure.title === title).map(({ fields }) => fields)
  const value = (title: string, name: string) => all(title)[0]?.get(name)
  const firmware = 'BIOS Information'
  const system = 'System Information'
  const board = 'Base Board Information'
  const modules = all('Memory Device').filter((fields) => fields.get('Size') !== 'No Module Installed')
  const tpm = all('TPM Device')[0]
  return {
    system: {
      manufacturer: value(system, 'Manufacturer'),
      model: value(system, 'Product Name'),
      serialNumber: value(system, 'Serial Number'),
      uuid: value(system, 'UUID'),
      assetTag: value('Chassis Information', 'Asset Tag'),
      chassis: value('Chassis Information', 'Type'),
    },
    firmware: {
      vendor: value(firmware, 'Vendor'),
      version: value(firmware, 'Version'),
      date: value(firmware, 'Release Date'),
    },
    board: {
      manufacturer: value(board, 'Manufacturer'),
      model: value(board, 'Product Name'),
      serialNumber: value(board, 'Serial Number'),
    },
    processors: all('Processor Information')
      .filter((fields) => fields.get('Status')?.startsWith('Populated'))
      .map(processorOf),
    memory: {
      modules: modules.map((fields) => ({
        slot: fields.get('Locator'),
        sizeBytes: bytesOf(fields.get('Size')),
        type: fields.get('Type'),
        speedMhz: numberOf(fields.get('Configured Memory Speed') ?? fields.get('Speed')),
        manufacturer: fields.get('Manufacturer'),
        partNumber: fields.get('Part Number'),
        serialNumber: fields.get('Serial Number'),
      })),
    },
    batteries: all('Portable Battery').map((fields) => ({
      name: fields.get('Location') ?? '',
      manufacturer: fields.get('Manufacturer'),
      model: fields.get('Name'),
      serialNumber: fields.get('Serial Number') ?? fields.get('SBDS Serial Number'),
      chemistry: fields.get('Chemistry') ?? fields.get('SBDS Chemistry'),
      designMilliwattHours: numberOf(fields.get('Design Capacity')),
    })),
    components: all('System Power Supply').flatMap((fields, index) => {
      if (!fields.get('Status')?.startsWith('Present')) return []
      return [
        {
          id: `power-supply-${index + 1}`,
          class: 'powerSupply',
          name: fields.get('Name'),
          description: fields.get('Max Power Capacity'),
          manufacturer: fields.get('Manufacturer'),
          model: fields.get('Model Part Number'),
          serialNumber: fields.get('Serial Number'),
          hardwareRevision: fields.get('Revision'),
        },
      ]
    }),
    ...(tpm
      ? {
          security: {
            tpm: {
              isPresent: true,
              version: tpm.get('Specification Version'),
              manufacturer: tpm.get('Vendor ID'),
              firmware: tpm.get('Firmware Revision'),
            },
          },
        }
      : {}),
  }
}

function structureOf(block: string): { title: string; fields: Fields } {
  const [, title = '', ...lines] = block.split('\n')
  const fields: Fields = new Map()
  for (const line of lines) {
    const [, name, value = ''] = /^\t([^\t:][^:]*):\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && !isNoValue(value)) fields.set(name, value)
  }
  return { title, fields }
}

/** Returns true for dmidecode's words for a value that the firmware does not give. */
const isNoValue = (value: string): boolean =>
  /^(|Not Specified|Not Present|Not Settable|Unknown|<OUT OF SPEC>|<BAD INDEX>)$/.test(value)

const processorOf = (fields: Fields): Processor => ({
  manufacturer: fields.get('Manufacturer'),
  model: fields.get('Version'),
  cores: numberOf(fields.get('Core Count')),
  threads: numberOf(fields.get('Thread Count')),
  speedMhz: numberOf(fields.get('Current Speed')) ?? numberOf(fields.get('Max Speed')),
})

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number.parseInt(text, 10)

const unitBytes: Record<string, number> = { kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 }

function bytesOf(text: string | undefined): number | undefined {
  const [number, unit = ''] = text?.split(' ') ?? []
  return number === undefined ? undefined : Number(number) * (unitBytes[unit] ?? Number.NaN)
}
