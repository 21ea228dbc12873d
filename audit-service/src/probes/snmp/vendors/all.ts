import { a10 } from './a10.ts'
import { accton } from './accton.ts'
import { adtran } from './adtran.ts'
import { aerohive } from './aerohive.ts'
import { akcp } from './akcp.ts'
import { alcatelLucent } from './alcatel-lucent.ts'
import { alliedTelesis } from './allied-telesis.ts'
import { apc } from './apc.ts'
import { appliances } from './appliances.ts'
import { arrayNetworks } from './array-networks.ts'
import { aruba } from './aruba.ts'
import { avaya } from './avaya.ts'
import { avocent } from './avocent.ts'
import { axis } from './axis.ts'
import { blueCoat } from './blue-coat.ts'
import { brocade } from './brocade.ts'
import { brother } from './brother.ts'
import { cambium } from './cambium.ts'
import { campusNetworks } from './campus-networks.ts'
import { canon } from './canon.ts'
import { carrierNetworks } from './carrier-networks.ts'
import { checkPoint } from './check-point.ts'
import { ciena } from './ciena.ts'
import { cisco } from './cisco.ts'
import { citrix } from './citrix.ts'
import { cyberpower } from './cyberpower.ts'
import { dLink } from './d-link.ts'
import { dahua } from './dahua.ts'
import { dasan } from './dasan.ts'
import { dataDomain } from './data-domain.ts'
import { dell } from './dell.ts'
import { delta } from './delta.ts'
import { describedProducts } from './described-products.ts'
import { digi } from './digi.ts'
import { digitalChina } from './digital-china.ts'
import { dotHill } from './dot-hill.ts'
import { dptech } from './dptech.ts'
import { draytek } from './draytek.ts'
import { eaton } from './eaton.ts'
import { emc } from './emc.ts'
import { enterasys } from './enterasys.ts'
import { epson } from './epson.ts'
import { equallogic } from './equallogic.ts'
import { extreme } from './extreme.ts'
import { f5 } from './f5.ts'
import { fastpath } from './fastpath.ts'
import { force10 } from './force10.ts'
import { fortinet } from './fortinet.ts'
import { foundry } from './foundry.ts'
import { fujitsu } from './fujitsu.ts'
import { geist } from './geist.ts'
import { h3c } from './h3c.ts'
import { hikvision } from './hikvision.ts'
import { hillstone } from './hillstone.ts'
import { hirschmann } from './hirschmann.ts'
import { hitachi } from './hitachi.ts'
import { hp } from './hp.ts'
import { hpe } from './hpe.ts'
import { huawei } from './huawei.ts'
import { huaweiStorage } from './huawei-storage.ts'
import { hwGroup } from './hw-group.ts'
import { ibm } from './ibm.ts'
import { infoblox } from './infoblox.ts'
import { infortrend } from './infortrend.ts'
import { isilon } from './isilon.ts'
import { juniper } from './juniper.ts'
import { konicaMinolta } from './konica-minolta.ts'
import { kyocera } from './kyocera.ts'
import { lancom } from './lancom.ts'
import { leadsec } from './leadsec.ts'
import { lenovo } from './lenovo.ts'
import { lexmark } from './lexmark.ts'
import { maipu } from './maipu.ts'
import { metel } from './metel.ts'
import { mge } from './mge.ts'
import { mikrotik } from './mikrotik.ts'
import { mimosa } from './mimosa.ts'
import { moxa } from './moxa.ts'
import { multitech } from './multitech.ts'
import { netSnmp } from './net-snmp.ts'
import { netapp } from './netapp.ts'
import { netgear } from './netgear.ts'
import { nokiaSr } from './nokia-sr.ts'
import { nsfocus } from './nsfocus.ts'
import { oki } from './oki.ts'
import { oracle } from './oracle.ts'
import { paloAlto } from './palo-alto.ts'
import { peplink } from './peplink.ts'
import { phoenixtec } from './phoenixtec.ts'
import { powerAndRacks } from './power-and-racks.ts'
import { proxim } from './proxim.ts'
import { qnap } from './qnap.ts'
import { radware } from './radware.ts'
import { raritan } from './raritan.ts'
import { ricoh } from './ricoh.ts'
import { riello } from './riello.ts'
import { riverbed } from './riverbed.ts'
import { ruckus } from './ruckus.ts'
import { ruggedcom } from './ruggedcom.ts'
import { ruijie } from './ruijie.ts'
import { samsung } from './samsung.ts'
import { samsungTechwin } from './samsung-techwin.ts'
import { sangfor } from './sangfor.ts'
import { serverTechnology } from './server-technology.ts'
import { siemens } from './siemens.ts'
import { sonicwall } from './sonicwall.ts'
import { sophos } from './sophos.ts'
import { storageAndClients } from './storage-and-clients.ts'
import { stormshield } from './stormshield.ts'
import { synology } from './synology.ts'
import { teltonika } from './teltonika.ts'
import { threeCom } from './three-com.ts'
import { threePar } from './three-par.ts'
import { toshibaTec } from './toshiba-tec.ts'
import { tpLink } from './tp-link.ts'
import { trippLite } from './tripp-lite.ts'
import { ubiquiti } from './ubiquiti.ts'
import type { Vendor } from './vendor.ts'
import { venustech } from './venustech.ts'
import { vertiv } from './vertiv.ts'
import { vmware } from './vmware.ts'
import { voltronic } from './voltronic.ts'
import { watchguard } from './watchguard.ts'
import { westermo } from './westermo.ts'
import { xerox } from './xerox.ts'
import { zebra } from './zebra.ts'
import { zte } from './zte.ts'
import { zyxel } from './zyxel.ts'

/** All vendors with private objects worth reading. A new vendor is a file here, or a line in one of the lists. */
export const vendors: readonly Vendor[] = [
  a10,
  accton,
  adtran,
  aerohive,
  akcp,
  alcatelLucent,
  alliedTelesis,
  apc,
  arrayNetworks,
  aruba,
  avaya,
  avocent,
  axis,
  blueCoat,
  brocade,
  brother,
  cambium,
  canon,
  checkPoint,
  ciena,
  cisco,
  citrix,
  cyberpower,
  dLink,
  dahua,
  dasan,
  dataDomain,
  dell,
  delta,
  digi,
  digitalChina,
  dotHill,
  dptech,
  draytek,
  eaton,
  emc,
  enterasys,
  epson,
  equallogic,
  extreme,
  f5,
  fastpath,
  force10,
  fortinet,
  foundry,
  fujitsu,
  geist,
  h3c,
  hikvision,
  hillstone,
  hirschmann,
  hitachi,
  hp,
  hpe,
  huawei,
  huaweiStorage,
  hwGroup,
  ibm,
  infoblox,
  infortrend,
  isilon,
  juniper,
  konicaMinolta,
  kyocera,
  lancom,
  leadsec,
  lenovo,
  lexmark,
  maipu,
  metel,
  mge,
  mikrotik,
  mimosa,
  moxa,
  multitech,
  netSnmp,
  netapp,
  netgear,
  nokiaSr,
  nsfocus,
  oki,
  oracle,
  paloAlto,
  peplink,
  phoenixtec,
  proxim,
  qnap,
  radware,
  raritan,
  ricoh,
  riello,
  riverbed,
  ruckus,
  ruggedcom,
  ruijie,
  samsung,
  samsungTechwin,
  sangfor,
  serverTechnology,
  siemens,
  sonicwall,
  sophos,
  stormshield,
  synology,
  teltonika,
  threeCom,
  threePar,
  toshibaTec,
  tpLink,
  trippLite,
  ubiquiti,
  venustech,
  vertiv,
  vmware,
  voltronic,
  watchguard,
  westermo,
  xerox,
  zebra,
  zte,
  zyxel,
  ...appliances,
  ...campusNetworks,
  ...carrierNetworks,
  ...describedProducts,
  ...powerAndRacks,
  ...storageAndClients,
]
