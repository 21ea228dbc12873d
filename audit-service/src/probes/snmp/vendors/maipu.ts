import type { Vendor } from './vendor.ts'

/** sysDescr: `MyPower S3200-28TP(AC), Maipu Switch, Software version 6.3.75`. */
export const maipu: Vendor = {
  name: 'Maipu',
  enterprises: [5651],
  descriptions: [{ form: /\b(?<model>MyPower [\w-]+(?:\([A-Z]+\))?)/ }],
}
