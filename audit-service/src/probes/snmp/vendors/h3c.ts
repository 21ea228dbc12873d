import type { Vendor } from './vendor.ts'

/** Comware: sysDescr names product and release; if `H3C` appears twice, the last one precedes the model. */
export const h3c: Vendor = {
  name: 'H3C',
  enterprises: [25506, 2011, 43],
  descriptions: [
    { form: /\bH3C (?<model>[A-Z]+\d[\w-]*)\s*$/ },
    { form: /Product Version (?<version>[A-Z]\w*-[\w-]*\d)/ },

    { form: /Software Version (?<version>\d+\.\d+[\w.]*,? (?:Release|ESS|Feature|Test|Alpha|Beta) \w+)/i },
    { form: /Version (?<version>(?:Release|ESS|Feature) [\w.]+)/i },
    { form: /(?:Platform|Comware) Software,? (?:H3C|HPE?) (?<model>[A-Z]+\d[\w+-]*)/ },
    {
      form: /(?:Release|ESS|Feature) [\w.]+,?\s+(?:H3C|HPE?|Quidway) (?:Switch |Series Router |Router )?(?<model>(?:Sec\w+ )?[A-Z]*\d[\w+-]*)/,
    },
  ],
}
