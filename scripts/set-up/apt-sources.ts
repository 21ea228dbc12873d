import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type AptSource = { uri: string; suite: string; components: string[] }

const etcDir = '/etc/apt'

/** The package sources this machine is set up with, in apt's order. Unreadable files are left out, as apt does with a warning. */
export function readAptSources(): AptSource[] {
  const parts = listDir(join(etcDir, 'sources.list.d')).map((name) => join(etcDir, 'sources.list.d', name))
  return [join(etcDir, 'sources.list'), ...parts].flatMap((file) => {
    if (file.endsWith('.list')) return parseOneLineFormat(readText(file))
    if (file.endsWith('.sources')) return parseDeb822Format(readText(file))
    return []
  })
}

/** sources.list(5), ONE-LINE-STYLE: `deb [option=value …] uri suite component…` */
export function parseOneLineFormat(text: string): AptSource[] {
  const sources: AptSource[] = []
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line)
    if (match?.[1] && match[2]) sources.push({ uri: match[1], suite: match[2], components: words(match[3] ?? '') })
  }
  return sources
}

/** sources.list(5), DEB822-STYLE: stanzas of `Field: value`, in which a line that begins with a blank goes on. */
export function parseDeb822Format(text: string): AptSource[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '')
  return withoutComments.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = new Map<string, string>()
    for (const [, name, value] of stanza.matchAll(/^([A-Za-z0-9-]+):([^\n]*(?:\n[ \t][^\n]*)*)/gm)) {
      if (name !== undefined && value !== undefined) fields.set(name.toLowerCase(), value.trim())
    }
    const field = (name: string) => words(fields.get(name) ?? '')
    if (!field('types').includes('deb') || /^(no|false|off|0)$/i.test(fields.get('enabled') ?? 'yes')) return []
    return field('uris').flatMap((uri) =>
      field('suites').map((suite) => ({ uri, suite, components: field('components') })),
    )
  })
}

/** The mirror that serves this distribution's releases; not the one for security updates, which lacks the newer ones. */
export function releaseMirror(sources: readonly AptSource[], component: string): string | undefined {
  return sources.find(
    ({ uri, suite, components }) =>
      /^(https?|mirror\+\w+|file|tor\+https?):/.test(uri) &&
      components.includes(component) &&
      !/security|updates|backports/.test(`${uri} ${suite}`),
  )?.uri
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

function listDir(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
