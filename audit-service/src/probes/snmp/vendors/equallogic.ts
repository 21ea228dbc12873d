import type { Vendor } from './vendor.ts'

/** EQLMEMBER-MIB eqlMemberInfoTable. */
export const equallogic: Vendor = {
  name: 'EqualLogic',
  enterprises: [12740],
  objects: {
    model: ['1.3.6.1.4.1.12740.2.1.11.1.1.*'],
    serialNumber: ['1.3.6.1.4.1.12740.2.1.11.1.2.*'],
  },
  type: 'storage',
}
