type Challenge = {
  netbiosName?: string
  netbiosDomain?: string
  dnsName?: string
  dnsDomain?: string
  version?: readonly [major: number, minor: number, build: number]
}

/** Returns a CHALLENGE_MESSAGE (MS-NLMP, section 2.2.1.2) as a server sends it. */
export function ntlmChallenge({ netbiosName, netbiosDomain, dnsName, dnsDomain, version }: Challenge): Buffer {
  const pair = (id: number, text = '') => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(id)
    head.writeUInt16LE(text.length * 2, 2)
    return Buffer.concat([head, Buffer.from(text, 'utf16le')])
  }
  const target = Buffer.from(netbiosDomain ?? netbiosName ?? '', 'utf16le')
  const pairs = [pair(2, netbiosDomain), pair(1, netbiosName), pair(4, dnsDomain), pair(3, dnsName), pair(0)]
  const info = Buffer.concat(pairs)
  const head = Buffer.alloc(56)
  head.write('NTLMSSP\0', 'latin1')
  head.writeUInt32LE(2, 8)
  head.writeUInt16LE(target.length, 12)
  head.writeUInt16LE(target.length, 14)
  head.writeUInt32LE(56, 16)
  head.writeUInt32LE(version ? 0xa28a_8205 : 0xa08a_8205, 20)
  head.write('challeng', 24, 'latin1')
  head.writeUInt16LE(info.length, 40)
  head.writeUInt16LE(info.length, 42)
  head.writeUInt32LE(56 + target.length, 44)
  const [major = 0, minor = 0, build = 0] = version ?? []
  head.writeUInt8(major, 48)
  head.writeUInt8(minor, 49)
  head.writeUInt16LE(build, 50)
  head.writeUInt8(15, 55)
  return Buffer.concat([head, target, info])
}
