import type { Vendor } from './vendor.ts'

const airespace = '1.3.6.1.4.1.14179.1.1.1'
const stack = '1.3.6.1.4.1.9.5.1.2'
const smallBusiness = '1.3.6.1.4.1.9.6.1.101.53.14.1'
const image = '1.3.6.1.4.1.9.9.25.1.1.1.2'

/** Image strings (CISCO-IMAGE-MIB), the chassis of agents without ENTITY-MIB, AIRESPACE-SWITCHING-MIB of wireless controllers. */
export const cisco: Vendor = {
  name: 'Cisco',
  enterprises: [9, 14179],
  objects: {
    model: [`${airespace}.3.0`, `${stack}.16.0`],
    serialNumber: [`${airespace}.4.0`, `${stack}.19.0`, `${smallBusiness}.5.1`],
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
    { form: /\bVersion (?<version>\d[\w.()-]*)/ },
    { form: /^(?<model>S[FGX]\d{3}X?-\S+) / },
  ],
  types: [['9.1.1348', 'computer']],
}
