/** Names of the variables for ids whose name in a body differs from that of the resource. */
const aliases: Record<string, string> = {
  autoTagId: 'tagId',
  inScopeTagId: 'tagId',
  scanScheduleId: 'scheduleId',
  auditScheduleId: 'scheduleId',
}
const singular: Record<string, string> = {
  'identity-junk': 'identityJunk',
  'ignore-list': 'ignoreEntry',
  'full-data': 'device',
}

/** Returns the name of the variable for the id of a resource: `audit-services` has `auditServiceId`. */
export function variableOf(resource = ''): string {
  const name = singular[resource] ?? resource.replace(/s$/, '')
  return `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Id`
}

/** Returns the name of the variable for a field of a body that contains ids; undefined for another field. */
export function variableOfField(field: string): string | undefined {
  const name = field.replace(/Ids$/, 'Id')
  return /^\w+Id$/.test(name) ? (aliases[name] ?? name) : undefined
}
