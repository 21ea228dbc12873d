import type { PrintName } from '@rollcall/shared/api/choices.ts'
import type { Service } from '@rollcall/shared/inventory/network.ts'
import type { DeviceFacts, WebPage } from '../banner/service-print.ts'
import type { Visit } from './visit.ts'

/**
 * Reads in one protocol how a host describes itself, without a login. A new one is a file in the folder of its protocol,
 * an entry in `all.ts` and a name in the scan options.
 */
export type Print = {
  /** Name in the scan options, the host's attempts and the evidence. */
  name: PrintName
  /** TCP ports that are asked if they are open, and UDP ports that are asked on every host. */
  ports: { tcp?: readonly number[]; udp?: readonly number[] }
  /** TCP ports of which one must be open too: the host is hardly of the right kind without them. */
  onlyBeside?: readonly number[]
  /** Asks one port. Undefined if the host does not speak the protocol there. */
  read(visit: Visit): Promise<PrintReading | undefined>
}

/** Values as the host reported them: `readPort` cleans and cuts them. */
export type PrintReading = {
  service: Pick<Service, 'name' | 'product' | 'version' | 'banner'>
  /** Server and realm of a protocol with the grammar of HTTP. */
  page?: Pick<WebPage, 'server' | 'realm'>
  device?: DeviceFacts
}
