/** Removes user name, password and query from a device URI: `smb://user:secret@server/queue`. */
export const withoutCredentials = (uri: string): string =>
  uri.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1').replace(/[?#].*$/s, '')
