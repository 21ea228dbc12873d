/** Removes user name, password and query from a device URI: `smb://user:secret@server/queue`. */
export function withoutCredentials(uri: string): string {
  const [, scheme = '', rest = ''] = /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?)(.*)$/is.exec(uri) ?? []
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  // A password can contain each separator unescaped, so the last @ ends it.
  const hasUser = scheme !== '' && (authority.includes('@') || !/^[^:]*(:\d*)?$|^\[[^\]]*\](:\d*)?$/.test(authority))
  return scheme + (hasUser ? rest.slice(rest.lastIndexOf('@') + 1) : rest).replace(/[?#].*$/s, '')
}
