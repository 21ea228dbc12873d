import { optional } from '@rollcall/shared/optional.ts'
import { exchange } from '../banner/exchange.ts'
import { productOf } from '../banner/product.ts'
import type { PrinterFacts, PrintWithBytes } from '../banner/service-print.ts'
import { readAnswer } from '../http/page.ts'
import { bodyOf } from '../http/reply.ts'
import { originOf, requestHead } from '../http/request.ts'
import type { Target } from '../tcp/conversation.ts'
import { attributesRequest, readAttributes } from './attributes.ts'
import { readDeviceId } from './device-id.ts'

const requestedAttributes = ['printer-make-and-model', 'printer-device-id', 'printer-firmware-string-version']
/**
 * The path of IPP Everywhere (PWG 5100.14, section 4.2.1). A print server has none there, so it does not count as a
 * printer.
 */
const path = '/ipp/print'
const bytesMax = 16 * 1024
const timeoutMs = 3_000

/** Reads the printer's identification on an IPP port. Returns undefined if the port does not speak HTTP. */
export async function readPrinter(target: Target, signal: AbortSignal): Promise<PrintWithBytes | undefined> {
  const origin = originOf(target)
  const body = attributesRequest(`ipp://${origin.host}${path}`, requestedAttributes)
  const type = ['Content-Type: application/ipp', `Content-Length: ${body.length}`]
  const send = Buffer.concat([Buffer.from(requestHead('POST', path, origin, type)), body])
  const { received } = await exchange(target, { send, isDone: () => false, bytesMax, timeoutMs, signal })
  const answer = readAnswer(received)
  if (answer === undefined) return undefined
  const attributes = readAttributes(bodyOf(received))
  const printer: PrinterFacts = optional({
    ...readDeviceId(attributes.get('printer-device-id') ?? ''),
    makeAndModel: attributes.get('printer-make-and-model') || undefined,
    firmwareVersion: attributes.get('printer-firmware-string-version') || undefined,
  })
  const { server } = answer
  return {
    print: {
      port: target.port,
      protocol: 'tcp',
      name: 'ipp',
      ...productOf(server ?? ''),
      ...optional({ banner: printer.makeAndModel ?? server }),
      page: optional({ server }),
      printer,
    },
    received,
  }
}
