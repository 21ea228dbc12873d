/** System Enclosure or Chassis Types, by number from 1 (SMBIOS 3.7, table 17), in dmidecode's wording. */
const chassisTypes = [
  'Other',
  'Unknown',
  'Desktop',
  'Low Profile Desktop',
  'Pizza Box',
  'Mini Tower',
  'Tower',
  'Portable',
  'Laptop',
  'Notebook',
  'Hand Held',
  'Docking Station',
  'All In One',
  'Sub Notebook',
  'Space-saving',
  'Lunch Box',
  'Main Server Chassis',
  'Expansion Chassis',
  'Sub Chassis',
  'Bus Expansion Chassis',
  'Peripheral Chassis',
  'RAID Chassis',
  'Rack Mount Chassis',
  'Sealed-case PC',
  'Multi-system',
  'CompactPCI',
  'AdvancedTCA',
  'Blade',
  'Blade Enclosing',
  'Tablet',
  'Convertible',
  'Detachable',
  'IoT Gateway',
  'Embedded PC',
  'Mini PC',
  'Stick PC',
]

/** Returns the name of a chassis type number. The top bit (chassis lock) is ignored. */
export function chassisName(number: number | undefined): string | undefined {
  return number === undefined ? undefined : chassisTypes[(number & 0x7f) - 1]
}
