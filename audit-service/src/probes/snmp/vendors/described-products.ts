import type { Vendor } from './vendor.ts'

/** Returns a vendor that is known by the forms of sysDescr only. */
const described = (
  name: string,
  enterprises: readonly number[],
  forms: readonly RegExp[],
  more: Pick<Vendor, 'types'> = {},
): Vendor => ({ name, enterprises, descriptions: forms.map((form) => ({ form })), ...more })

/** Returns the types of all devices below the numbers. */
const network = (...starts: string[]): Pick<Vendor, 'types'> => ({
  types: starts.map((start) => [start, 'network-device'] as const),
})

/** Products whose sysDescr tells all that is known, in a form of their manufacturer's own. */
export const describedProducts: readonly Vendor[] = [
  // `ALAXALA AX3830 AX-3830-44XW [AX3830S-44XW] Switching software Ver. 11.14.L [OS-L3SA]`
  described(
    'ALAXALA',
    [21839],
    [/\[(?<model>AX\d{3,4}\w*-\w{1,12})\].{0,60}Ver\. (?<version>\d\S*)/],
    network('21839'),
  ),
  described(
    'Apresia',
    [278],
    [/^(?<model>Apresia\w{3,20}(?:-\w{1,12})?) .{0,40}Ver\. (?<version>\d\S*)/],
    network('278'),
  ),
  described(
    'Furukawa Electric',
    [246],
    [/^(?<model>FITELnet[- ]?\w{1,12}) Version: ?(?<version>[\w.()]+)/],
    network('246'),
  ),
  described('NEC', [119], [/\bIX Series (?<model>IX\d{4}\w*)/], network('119.1.84', '119.1.203')),
  described('Advantech', [10297], [/^(?<model>EKI-\d{4}\S{0,12})/], network('10297.202', '10297.102')),
  described('Panasonic', [396], [/^(?<model>Zequo \w+(?: PN\w+)?|M\d{1,2}e?G\w*)/], network('396.5.5', '396.5.4')),
  // `Teldat's Router, M1 CIT software version: 11.01.02.30.02`
  described('Teldat', [2007], [/Router, (?<model>\S{2,20}) .{0,40}version: (?<version>\d[\d.]*)/], network('2007')),
  described('Pica8', [35098], [/PICOS-?(?:S-)?(?<version>\d+\.\d[\d.]*)/, /\b(?<model>P-?\d{4}\w*)/]),
  // `Linux switch 3.10.0 … Mellanox SN2010,Onyx,SWv3.8.2204`
  described('Mellanox', [33049], [/\bMellanox (?<model>[A-Z]{2}\d{4}\w*),[\w-]{3,12},SW(?<version>v\d[\w.]*)/]),
  described('Ericsson', [193, 2352], [/\b(?<model>MINI-LINK \d{4}(?:\/\d)?)(?: (?<version>R\d\S*))?/]),
  described('Spectra Logic', [3478], [/^Spectra (?<model>[\w-]+),? .{0,20}BlueScale ?(?<version>\d[\d.]*)/]),
  described('QLogic', [1663], [/\b(?<model>SANbox \d{4}\w?)\b/]),
  described('McDATA', [289], [/^(?:McDATA )?(?<model>(?:Intrepid|Sphereon|ED-)\s?\w{4,10})/], network('289')),
  described('UTT', [8874, 43391], [/^(?:UTT )?(?<model>HiPER \w{2,8})\b/]),
  described('Sangfor', [35047], [/^Sangfor .{0,30}\b(?<version>M\d+(?:\.\d+)+)/]),
  described('Spectracom', [18837], [/^Spectracom (?<model>[A-Z]\w{3,20})(?: v(?<version>\d[\d.]*))?/]),
  described('EndRun', [13827], [/^(?<model>(?:Sonoma|Tycho|Tempus|Unison|Meridian)(?: [A-Z]\d\d)?)\b/]),
  described('AVTECH', [20916], [/^(?<model>Room Alert \w+)(?: v(?<version>\d[\d.]*))?/]),
  described('Papouch', [18248], [/^Papouch (?<model>[A-Z]\w+)/]),
  // `FUJI XEROX ApeosPort-V C3375 v 3. 5. 0 Multifunction System`
  described('Fujifilm', [297], [/^FUJI XEROX (?<model>[\w -]{3,30}?)(?: v ?(?<version>\d+(?:\. ?\d+){1,3})| Multi|$)/]),
  // `Codec Release: TC7.3.3 MXP: SW: TC7.3.3.c84180a … S/N: A1AW32C00123`
  described('Tandberg', [5596], [/^Codec Release: (?<version>\w[\w.]*)/]),
  described('Raisecom', [8886], [/^ROS Version (?<version>\d+(?:\.\d+)+)/]),
  described('Nokia', [637], [/\b(?<model>73\d\d ISAM \w{2,6})\b/, /\bISAM\b.{0,20}?(?<version>R\d[\w.]*)/]),
]
