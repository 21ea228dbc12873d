import type { Vendor } from './vendor.ts'

/** HUAWEI-ENTITY-EXTENT-MIB hwEntitySystemModel; deviceName and deviceSerialNo of the iBMC (HUAWEI-SERVER-IBMC-MIB). */
export const huawei: Vendor = {
  name: 'Huawei',
  enterprises: [2011],
  objects: {
    model: ['1.3.6.1.4.1.2011.5.25.31.6.5.0', '1.3.6.1.4.1.2011.2.235.1.1.1.6.0'],
    serialNumber: ['1.3.6.1.4.1.2011.2.235.1.1.1.7.0'],
  },
  descriptions: [
    { form: /\((?:[\w-]+ )?(?<version>V\d+R\d+\w*)\)/ },
    { form: /\b(?<version>V\d{3}R\d{3}\w*)/ },
    {
      form: /^(?:Huawei )?(?:Quidway )?(?<model>Eudemon \w+|[A-Z]{1,4}\d{2,5}[A-Z]{0,3}(?:-[\w-]+)?)\s*(?:[\r\n]|Huawei|$)/,
    },
    { form: /\b(?:HUAWEI|Quidway) (?<model>[A-Z]+\d[\w-]*)\s*$/ },
    { form: /\((?<model>[A-Z]+(?:[a-z]+ )?\d[\w&-]*) V\d+R\d+/ },
  ],
  types: [
    ['2011.2.235', 'computer'],
    ['2011.2.91', 'storage'],
    ['2011.2.251', 'storage'],
    ['2011', 'network-device'],
  ],
}
