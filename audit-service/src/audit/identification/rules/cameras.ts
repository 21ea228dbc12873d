import type { Rule } from '../claim.ts'

/** Rules for cameras and their recorders. */
export const cameraRules: readonly Rule[] = [
  {
    of: 'ftp',
    match: /^220 AXIS (?<model>[\w-]+)\b.*?Network Camera (?<version>[\d.]+)/,
    manufacturer: 'Axis',
    type: 'camera',
  },
  { of: 'realm', match: /^AXIS_[0-9A-F]{12}$/i, manufacturer: 'Axis' },
  { of: 'certificate', match: /\bO=Axis Communications AB\b/, manufacturer: 'Axis' },
  { of: 'server', match: /^(?:Hikvision|DNVRS|DVRDVS)-Webs\b/, manufacturer: 'Hikvision', type: 'camera' },
  { of: 'server', match: /^App-webs\//, manufacturer: 'Hikvision', type: 'camera' },

  { of: 'realm', match: /^Login to (?<serialNumber>[0-9A-Z]{15})$/, type: 'camera' },
  { of: 'realm', match: /^Hikvision$/, manufacturer: 'Hikvision', type: 'camera' },
  { of: 'realm', match: /^IP Camera\([0-9A-Z]+\)$/, type: 'camera' },
  { of: 'server', match: /^Dahua Rtsp Server\b/i, manufacturer: 'Dahua', type: 'camera' },
  { of: 'server', match: /^UBNT Streaming Server\b/, manufacturer: 'Ubiquiti', type: 'camera' },
  { of: 'server', match: /^TP-LINK Streaming Media\b/i, manufacturer: 'TP-Link', type: 'camera' },
  { of: 'server', match: /^AvigilonOnvifNvt\//, manufacturer: 'Avigilon', type: 'camera' },
  { of: 'server', match: /^(?:Hipcam RealServer|HiIpcam|H264DVR)\b/, type: 'camera' },
]
