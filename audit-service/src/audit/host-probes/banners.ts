import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import { readOpenPorts } from '../../probes/banner/read-open-ports.ts'
import type { HostProbe } from '../host-probe.ts'

/** Limit of one port in the raw payload. */
const receivedBytesMax = 8 * 1024
const realmMax = 128

/** Reads the self-descriptions of the open ports: greetings, web pages, certificates, printer attributes. */
export const bannerProbe: HostProbe = {
  name: 'banners',
  async run({ live, openPorts, connections, signal }) {
    const prints = await readOpenPorts(live.address, await openPorts, connections, signal)
    if (prints.length === 0) return { outcome: 'no-answer' }
    const transcript = prints.flatMap(({ print, received: bytes }) => [
      Buffer.from(`--- tcp/${print.port}\n`),
      bytes.subarray(0, receivedBytesMax),
      Buffer.from('\n'),
    ])
    return {
      outcome: 'ok',
      tried: prints.flatMap(({ print: { port, page } }) => (page?.loginRequired ? [loginAt(port, page.realm)] : [])),
      findings: { prints: prints.map(({ print }) => print) },
      raw: [{ name: 'banners.txt', content: Buffer.concat(transcript) }],
    }
  },
}

/** Describes a web page that is shown only after a login. No password is sent to it. */
const loginAt = (port: number, realm: string | undefined): AuditAttempt => ({
  protocol: 'http',
  port,
  reason: 'http-login',
  ...(realm !== undefined && { detail: realm.slice(0, realmMax) }),
})
