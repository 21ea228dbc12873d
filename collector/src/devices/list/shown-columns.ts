/** Columns of a device that audits fill, and those it is sorted and found by. */
export const shownColumns = [
  'name',
  'nameKey',
  'dnsName',
  'macAddress',
  'ipAddress',
  'ipKey',
  'serialNumber',
  'type',
  'manufacturer',
  'model',
  'searchText',
] as const
