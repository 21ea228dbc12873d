import type { Rule } from '../claim.ts'

const printer = (manufacturer: string, of: Rule['of'], match: RegExp): Rule => ({
  of,
  match,
  manufacturer,
  type: 'printer',
})

/** Rules for printers and print servers. */
export const printerRules: readonly Rule[] = [
  printer('HP', 'server', /^HP HTTP Server; HP (?<model>.+?) - \w+; Serial Number: (?<serialNumber>[A-Z0-9]{10});/),
  printer('HP', 'server', /^HP-ChaiSOE\b/),
  printer(
    'HP',
    'title',
    /^HP (?<model>(?:Color )?(?:LaserJet|OfficeJet|DeskJet|DesignJet|PageWide|Envy)\b.*?)(?:\s+\d+\.\d+\.\d+\.\d+)?$/i,
  ),
  printer('HP', 'ftp', /^220 JD FTP Server Ready/),
  printer('HP', 'telnet', /\bHP JetDirect\b/),
  printer('Brother', 'server', /^debut\//),
  printer('Brother', 'title', /^Brother (?<model>[A-Z]{2,4}-\w+)/),
  printer('Canon', 'server', /^(?:CANON HTTP Server|Catwalk)\b/),
  printer('Canon', 'ftp', /^220 Canon (?<model>iR[\w-]*(?: \w+)?) FTP Print Server/),
  printer('Epson', 'server', /^EPSON_Linux\b/),
  printer('Fuji Xerox', 'ftp', /^220 FUJI XEROX (?<model>[\w -]+)/),
  printer('Konica Minolta', 'title', /^PageScope Web Connection\b/),
  printer('Konica Minolta', 'ftp', /^220 KONICA MINOLTA FTP server/),
  printer('Kyocera', 'server', /^KM-MFP-http\/|^KM-httpd\//),
  printer('Lexmark', 'title', /^Lexmark (?<model>[A-Z]{1,2}\d{3,4}\w*)\b/),
  printer('Ricoh', 'title', /^Web Image Monitor\b/),
  printer('Ricoh', 'ftp', /^220 RICOH (?<model>.+?) FTP server/),
  printer('Xerox', 'server', /^Xerox_MicroServer\b/),
  printer('Xerox', 'title', /^Xerox\W{0,3} ?(?<model>(?:WorkCentre|Phaser|VersaLink|AltaLink|ColorQube)\W{0,3} ?\w+)/i),
]
