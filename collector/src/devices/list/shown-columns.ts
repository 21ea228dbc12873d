/** Columns of a device that audits supply, with their keys for sorting and search. */
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
