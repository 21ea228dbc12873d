import type { Vendor } from './vendor.ts'

/** sysDescr: `ArrayOS Rel.APV.8.4.0.7 build on …`. */
export const arrayNetworks: Vendor = {
  name: 'Array Networks',
  enterprises: [7564],
  descriptions: [{ form: /^ArrayOS Rel\.[A-Z]+\.(?<version>[\d.]+)/ }],
}
