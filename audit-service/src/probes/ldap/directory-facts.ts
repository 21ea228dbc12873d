import type { DeviceFacts } from '../banner/service-print.ts'

/** Attributes of a directory's root: values by name in lower case. */
type Root = ReadonlyMap<string, readonly string[]>

/** supportedCapabilities of Active Directory and of its edition without a domain (MS-ADTS, section 3.1.1.3.4.3). */
const capabilities = { activeDirectory: '1.2.840.113556.1.4.800', lightweight: '1.2.840.113556.1.4.1851' }

/**
 * Systems by domainControllerFunctionality (MS-ADTS, section 3.1.1.3.2.25). Level 7 is that of 2016, 2019 and 2022.
 * Samba states a level too, and its name.
 */
const systems: Readonly<Record<string, string>> = {
  '2': 'Windows Server 2003',
  '3': 'Windows Server 2008',
  '4': 'Windows Server 2008 R2',
  '5': 'Windows Server 2012',
  '6': 'Windows Server 2012 R2',
  '7': 'Windows Server',
  '10': 'Windows Server 2025',
}

/** Derives software and host from the root of a directory. */
export function directoryFacts(root: Root): {
  product?: string | undefined
  version?: string | undefined
  device?: DeviceFacts
} {
  const one = (name: string) => root.get(name)?.[0]
  const vendor = one('vendorname')
  const version = one('vendorversion')
  const supported = root.get('supportedcapabilities') ?? []
  const isDirectory = supported.includes(capabilities.activeDirectory)
  if (!isDirectory || supported.includes(capabilities.lightweight)) {
    const isOpenLdap = root.get('objectclass')?.some((name) => /^OpenLDAProotDSE$/i.test(name)) ?? false
    return { product: vendor ?? (isOpenLdap ? 'OpenLDAP' : undefined), version }
  }
  const dnsName = one('dnshostname')
  const system = vendor === undefined ? systems[one('domaincontrollerfunctionality') ?? ''] : undefined
  return {
    product: vendor ?? 'Active Directory',
    version,
    device: {
      type: 'computer',
      hostname: dnsName?.split('.', 1)[0],
      dnsName,
      domain: domainOfDn(one('defaultnamingcontext')),
      ...(system !== undefined && { os: { name: system } }),
    },
  }
}

/** DC=corp,DC=example,DC=org: corp.example.org. Other names are no domain. */
function domainOfDn(dn: string | undefined): string | undefined {
  const parts = (dn ?? '').slice(0, 512).split(',')
  const labels = parts.map((part) => /^DC=([\w-]+)$/i.exec(part.trim())?.[1])
  return labels.includes(undefined) ? undefined : labels.join('.')
}
