import { describe, expect, it } from 'vitest'
import { parseHost } from './parse-host.ts'
import { createHostSplitter, type HostElement } from './split-hosts.ts'

// Recorded from nmap 7.93 in network namespaces and shortened; the last host is constructed from its DTD.
const recorded = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nmaprun>
<nmaprun scanner="nmap" args="nmap -n -Pn -sS -sV -O -p T:22,80,443 -oX - -iL t" version="7.93" xmloutputversion="1.05">
<verbose level="0"/>
<hosthint><status state="up" reason="arp-response" reason_ttl="0"/>
<address addr="10.77.0.99" addrtype="ipv4"/>
<hostnames>
</hostnames>
</hosthint>
<host starttime="1795227323" endtime="1795227527"><status state="up" reason="user-set" reason_ttl="0"/>
<address addr="10.77.0.12" addrtype="ipv4"/>
<address addr="4E:FF:95:9C:AA:D6" addrtype="mac" vendor="Acme &amp; Sons"/>
<hostnames>
<hostname name="web.example" type="PTR"/>
</hostnames>
<ports><extraports state="filtered" count="3"><extrareasons reason="no-response" count="3" proto="tcp" ports="1-3"/></extraports>
<port protocol="tcp" portid="22"><state state="closed" reason="reset" reason_ttl="63"/></port>
<port protocol="tcp" portid="80"><state state="open" reason="syn-ack" reason_ttl="63"/><service name="http" product="SimpleHTTPServer" version="0.6" extrainfo="Python 3.11.7" method="probed" conf="10"><cpe>cpe:/a:python:simplehttpserver:0.6</cpe></service><script id="http-title" output="&lt;/host&gt;&#xa;"><elem key="title">x</elem></script></port>
</ports>
<os><portused state="open" proto="tcp" portid="80"/>
<osmatch name="Linux 5.3 - 5.4" accuracy="96" line="68140">
<osclass type="general purpose" vendor="Linux" osfamily="Linux" osgen="5.X" accuracy="96"><cpe>cpe:/o:linux:linux_kernel:5</cpe></osclass>
</osmatch>
<osmatch name="Linux 3.2" accuracy="95" line="64664"></osmatch>
</os>
<uptime seconds="34" lastboot="Sat Nov 21 02:18:21 2026"/>
<hostscript><script id="junk" output="&#0;&#1;"><table key="a"><elem>1</elem></table></script></hostscript>
<times srtt="16" rttvar="3752" to="100000"/>
</host>
<host starttime="1795227538" endtime="1795227538" timedout="true"><status state="up" reason="user-set" reason_ttl="0"/>
<address addr="::1" addrtype="ipv6"/>
<hostnames>
</hostnames>
</host>
<host><status state="down" reason="no-response" reason_ttl="0"/>
<address addr="10.77.0.28" addrtype="ipv4"/>
</host>
<host><status state="up" reason="reset" reason_ttl="63"/><address addr="10.77.0.29" addrtype="ipv4"/><hostnames/><ports><port protocol="tcp" portid="99999"><state state="open"/></port><port protocol="sctp" portid="7"><state state="open"/></port><port protocol="udp" portid="161"><state state="open|filtered"/><service name="" product="&quot;A&quot; &#233;"/></port><port/></ports></host>
<runstats><finished time="1795227536" exit="success"/><hosts up="3" down="1" total="4"/>
</runstats>
</nmaprun>
`

function split(text: string, pieceLength: number, hostCharactersMax = 100_000): HostElement[] {
  const hosts: HostElement[] = []
  const push = createHostSplitter(hostCharactersMax, (host) => hosts.push(host))
  for (let start = 0; start < text.length; start += pieceLength) push(text.slice(start, start + pieceLength))
  return hosts
}

describe('nmap XML', () => {
  it.each([1, 2, 7, 100, 100_000])('is split into hosts, in chunks of any size: %d', (pieceLength) => {
    const hosts = split(recorded, pieceLength)
    expect(hosts).toHaveLength(4)
    expect(hosts.every(({ complete, xml }) => complete && xml.startsWith('<host') && xml.endsWith('</host>'))).toBe(
      true,
    )
  })

  it('reads existing elements, and accepts missing ones', () => {
    const [web, six, down, odd] = split(recorded, 4096).map(({ xml }) => parseHost(xml))
    expect(web).toEqual({
      address: '10.77.0.12',
      upReason: 'user-set',
      macAddress: '4e:ff:95:9c:aa:d6',
      vendor: 'Acme & Sons',
      hostnames: ['web.example'],
      ports: [
        { port: 22, protocol: 'tcp', state: 'closed' },
        {
          port: 80,
          protocol: 'tcp',
          state: 'open',
          name: 'http',
          product: 'SimpleHTTPServer',
          version: '0.6',
          cpes: ['cpe:/a:python:simplehttpserver:0.6'],
        },
      ],
      os: { name: 'Linux 5.3 - 5.4', accuracyPercent: 96, deviceType: 'general purpose', family: 'Linux' },
      timedOut: false,
      rawXml: expect.stringContaining('hostscript'),
    })
    expect(six).toMatchObject({ address: '::1', hostnames: [], ports: [], timedOut: true })
    expect(down).toMatchObject({ address: '10.77.0.28' })
    expect(down?.upReason).toBeUndefined()
    expect(odd?.ports).toEqual([{ port: 161, protocol: 'udp', state: 'open|filtered', product: '"A" é' }])
  })

  it('cuts a host that is too large, and continues with the next', () => {
    const large = `<host><address addr="10.0.0.1" addrtype="ipv4"/>${'<x/>'.repeat(5_000)}</host>`
    for (const pieceLength of [3, 1000, 1_000_000]) {
      const hosts = split(`${large}\n<host><address addr="10.0.0.2" addrtype="ipv4"/></host>`, pieceLength, 1000)
      expect(hosts.map(({ complete, xml }) => [complete, xml.length <= 1000])).toEqual([
        [false, true],
        [true, true],
      ])
    }
  })

  it.each([
    '',
    '<host>',
    '<host></host>',
    '<host><address addr="x" addrtype="ipv4"/></host>',
    '<hosts/>',
    '<host <',
    'x',
  ])('finds no host in %j', (xml) => {
    expect(parseHost(xml)).toBeUndefined()
  })
})
