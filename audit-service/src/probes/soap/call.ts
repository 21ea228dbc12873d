import type { Link, Visit } from '../identify/visit.ts'
import { leafTexts } from '../xml/leaf-texts.ts'

export const namespaces = {
  envelope: 'http://www.w3.org/2003/05/soap-envelope',
  addressing: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  discovery: 'http://schemas.xmlsoap.org/ws/2005/04/discovery',
  transfer: 'http://schemas.xmlsoap.org/ws/2004/09/transfer',
  onvifDevice: 'http://www.onvif.org/ver10/device/wsdl',
}

/** Returns a SOAP 1.2 message. `a:` is WS-Addressing. */
export const envelope = (header: string, body: string): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<s:Envelope xmlns:s="${namespaces.envelope}" xmlns:a="${namespaces.addressing}">`,
    `<s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  ].join('')

const loginStatuses: readonly number[] = [401, 403]

/**
 * Calls an operation of the host. Returns the texts of the answer; undefined if there is none, or if the host wants a
 * login for it.
 */
export async function callSoap(
  visit: Visit,
  { path, way }: Link,
  action: string,
  message: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const headers = [`Content-Type: application/soap+xml; charset=utf-8; action="${action}"`]
  const reply = await visit.request({ method: 'POST', path, headers, body: message }, way)
  if (reply === undefined) return undefined
  const text = reply.body.toString('utf8')
  if (reply.status === 200) return leafTexts(text)
  const wantsLogin = loginStatuses.includes(reply.status) || text.includes('NotAuthorized')
  visit.fault(wantsLogin ? 'the host describes itself only after a login' : `the answer has status ${reply.status}`)
  return undefined
}
