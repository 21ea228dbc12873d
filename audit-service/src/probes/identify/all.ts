import type { PrintName } from '@rollcall/shared/api/choices.ts'
import { bacnetPrint } from '../bacnet/identify.ts'
import { dockerPrint } from '../docker/identify.ts'
import { ipmiPrint } from '../ipmi/identify.ts'
import { kubernetesPrint } from '../kubernetes/identify.ts'
import { ldapPrint } from '../ldap/identify.ts'
import { modbusPrint } from '../modbus/identify.ts'
import { onvifPrint } from '../onvif/identify.ts'
import { rdpPrint } from '../rdp/identify.ts'
import { redfishPrint } from '../redfish/identify.ts'
import { rtspPrint } from '../rtsp/identify.ts'
import { sipPrint } from '../sip/identify.ts'
import { smbPrint } from '../smb/identify.ts'
import { upnpPrint } from '../upnp/identify.ts'
import { wsdPrint } from '../wsd/identify.ts'
import type { Print } from './print.ts'

/** All prints by name. */
export const prints: Readonly<Record<PrintName, Print>> = {
  smb: smbPrint,
  rdp: rdpPrint,
  ldap: ldapPrint,
  sip: sipPrint,
  rtsp: rtspPrint,
  onvif: onvifPrint,
  wsd: wsdPrint,
  upnp: upnpPrint,
  bacnet: bacnetPrint,
  modbus: modbusPrint,
  ipmi: ipmiPrint,
  redfish: redfishPrint,
  docker: dockerPrint,
  kubernetes: kubernetesPrint,
}
