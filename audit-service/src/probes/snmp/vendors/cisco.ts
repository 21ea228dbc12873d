import type { Vendor } from './vendor.ts'

const airespace = '1.3.6.1.4.1.14179.1.1.1'
const stack = '1.3.6.1.4.1.9.5.1.2'
const smallBusiness = '1.3.6.1.4.1.9.6.1.101.53.14.1'
const rackUnit = '1.3.6.1.4.1.9.9.719.1.9.35.1'
const image = '1.3.6.1.4.1.9.9.25.1.1.1.2'

/**
 * Image strings (CISCO-IMAGE-MIB), the chassis of agents without ENTITY-MIB, AIRESPACE-SWITCHING-MIB of wireless controllers,
 * CISCO-UNIFIED-COMPUTING-COMPUTE-MIB of rack servers, chassisId of OLD-CISCO-CHASSIS-MIB,
 * alHardwareSerialNumber of VPN concentrators.
 */
export const cisco: Vendor = {
  name: 'Cisco',
  enterprises: [9, 14179, 3076],
  objects: {
    model: [`${airespace}.3.0`, `${stack}.16.0`, `${rackUnit}.32.*`],
    serialNumber: [
      `${airespace}.4.0`,
      `${stack}.19.0`,
      `${smallBusiness}.5.1`,
      `${rackUnit}.47.*`,
      '1.3.6.1.4.1.3076.2.1.2.22.1.63.0',
      // An operator may have set it: only Cisco's form of serial numbers counts.
      { at: '1.3.6.1.4.1.9.3.6.3.0', match: /^([A-Z]{3}\d{4}[A-Z\d]{4})$/ },
    ],
    firmwareVersion: [
      `${airespace}.14.0`,
      `${smallBusiness}.2.1`,
      { at: `${image}.5`, match: /^CW_VERSION\$([^$]+)/ },
      { at: `${image}.4`, match: /^CW_VERSION\$([^$]+)/ },
      { at: `${image}.6`, match: /^CW_VERSION\$([^$]+)/ },
    ],
  },
  descriptions: [
    { form: /\(Cisco (?<model>\S+) Series\)/ },

    { form: /\bIP Phone\b.*?(?<model>C?P?-?[78]\d{3}\w*)/, type: 'phone' },
    { form: /^Cisco (?:Systems,? )?(?:Inc\.? )?(?<model>WS-\S+)\s.*Catalyst Operating System/s },
    {
      form: /^Cisco Integrated Management Controller ?\(CIMC\) \[(?<model>[^\]]+)\]/,
      type: 'computer',
    },
    { form: /\bVersion (?<version>\d[\w.()-]*)/ },
    { form: /^(?<model>S[FGX]\d{3}X?-\S+) / },
  ],
  /** CISCO-PRODUCTS-MIB: common products whose agents can lack ENTITY-MIB. */
  products: {
    '9.1.222': '7206VXR',
    '9.1.223': '7204VXR',
    '9.1.282': 'Catalyst 6506',
    '9.1.283': 'Catalyst 6509',
    '9.1.324': 'Catalyst 2950-24',
    '9.1.359': 'Catalyst 2950T-24',
    '9.1.366': 'Catalyst 3550-24',
    '9.1.367': 'Catalyst 3550-48',
    '9.1.400': 'Catalyst 6513',
    '9.1.428': 'Catalyst 2950G-24',
    '9.1.429': 'Catalyst 2950G-48',
    '9.1.449': 'Catalyst 6503',
    '9.1.485': 'Catalyst 3550-24PWR',
    '9.1.501': 'Catalyst 4507R',
    '9.1.502': 'Catalyst 4506',
    '9.1.503': 'Catalyst 4503',
    '9.1.559': 'Catalyst 2950T-48',
    '9.1.563': 'Catalyst 3560-24PS',
    '9.1.564': 'Catalyst 3560-48PS',
    '9.1.576': '2811',
    '9.1.577': '2821',
    '9.1.578': '2851',
    '9.1.614': 'Catalyst 3560G-24PS',
    '9.1.615': 'Catalyst 3560G-24TS',
    '9.1.616': 'Catalyst 3560G-48PS',
    '9.1.617': 'Catalyst 3560G-48TS',
    '9.1.620': '1841',
    '9.1.633': 'Catalyst 3560-24TS',
    '9.1.634': 'Catalyst 3560-48TS',
    '9.1.696': 'Catalyst 2960G-24TC',
    '9.1.697': 'Catalyst 2960G-48TC',
    '9.1.716': 'Catalyst 2960-24TT',
    '9.1.717': 'Catalyst 2960-48TT',
    '9.1.798': 'Catalyst 2960-8TC',
    '9.1.799': 'Catalyst 2960G-8TC',
  },
  types: [['9.1.1348', 'computer']],
}
