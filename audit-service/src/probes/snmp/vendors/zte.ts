import type { Vendor } from './vendor.ts'

const zxr10 = '1.3.6.1.4.1.3902.15.2.30.1'

/** ZTE wireless controllers (ZXWL) and ZXR10 switches: model, serial, version of the system. */
export const zte: Vendor = {
  name: 'ZTE',
  enterprises: [3902],
  objects: {
    model: [`${zxr10}.6.0`, '.101.1.1.29.*'],
    serialNumber: [`${zxr10}.36.0`, '.101.1.1.28.*'],
    firmwareVersion: [`${zxr10}.25.0`, { at: '.101.1.1.37.*', match: /^software-version: *(\S+)/ }],
  },
  descriptions: [
    { form: /(?<model>ZXR10 \w*\d[\w-]*) Software, Version (?<version>[^,\s]+)/ },
    { form: /(?<model>ZXR10[ _]\w*\d[\w-]*) Software, Version (?<version>[^,\s]+)/ },
    { form: /(?<model>ZXR10 (?!ROS)\w*\d[\w-]*)/ },
    { form: /Version: ?\d{4} (?<version>V\d[\w.]*)/ },
  ],
}
