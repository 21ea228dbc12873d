import type { PrintName } from '@rollcall/shared/api/choices.ts'
import { bacnetPrint } from '../bacnet/print.ts'
import { dockerPrint } from '../docker/print.ts'
import { ipmiPrint } from '../ipmi/print.ts'
import { kubernetesPrint } from '../kubernetes/print.ts'
import { ldapPrint } from '../ldap/print.ts'
import { modbusPrint } from '../modbus/print.ts'
import { onvifPrint } from '../onvif/print.ts'
import { rdpPrint } from '../rdp/print.ts'
import { redfishPrint } from '../redfish/print.ts'
import { rtspPrint } from '../rtsp/print.ts'
import { sipPrint } from '../sip/print.ts'
import { smbPrint } from '../smb/print.ts'
import { upnpPrint } from '../upnp/print.ts'
import { wsdPrint } from '../wsd/print.ts'
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
