import type { Vendor } from './vendor.ts'

/** sysDescr: ` ; AXIS P3364-VE; Network Camera; 5.75.1; Apr 28 2016 09:17; 195; 1;`. */
export const axis: Vendor = {
  name: 'Axis',
  enterprises: [368],
  descriptions: [
    { form: /; AXIS (?<model>[^;]+); [^;]+; (?<version>[\d.]+);/ },
    { form: /^AXIS (?<model>\d\w*) .*?\bV(?<version>\d+\.\d+)/ },
  ],
}
