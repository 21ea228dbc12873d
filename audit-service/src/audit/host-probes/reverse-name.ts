import type { HostProbe } from '../host-probe.ts'
import type { ReverseNames } from '../reverse-names.ts'

/** Looks up the name of the address in DNS. */
export const reverseNameProbe = (names: ReverseNames): HostProbe => ({
  name: 'dns',
  async run({ live }) {
    const dnsName = await names.nameOf(live.address)
    return dnsName === undefined ? { outcome: 'no-answer' } : { outcome: 'ok', findings: { dnsName } }
  },
})
