import type { DeviceFacts } from '../banner/service-print.ts'

const scopesMax = 64

/**
 * Reads manufacturer and model from the scopes of a camera (ONVIF Core Specification, section 7.3.2.2): `…/hardware/M1065`
 * and `…/name/AXIS%20M1065`. The name is the manufacturer only before the model.
 */
export function scopeFacts(scopes: readonly string[]): DeviceFacts {
  const values = new Map<string, string>()
  for (const scope of scopes.slice(0, scopesMax)) {
    const [, category = '', text = ''] = /^onvif:\/\/www\.onvif\.org\/([\w-]{1,32})\/([^/]{1,256})$/i.exec(scope) ?? []
    const value = decoded(text)
    if (value !== undefined && !values.has(category.toLowerCase())) values.set(category.toLowerCase(), value)
  }
  const [model, name] = [values.get('hardware'), values.get('name')]
  const manufacturer =
    model !== undefined && name?.endsWith(` ${model}`) ? name.slice(0, -model.length).trim() : undefined
  return { ...(model && { model }), ...(manufacturer && { manufacturer }), ...macOf(values.get('mac')) }
}

const macOf = (macAddress: string | undefined) => (macAddress === undefined ? {} : { macAddress })

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).trim() || undefined
  } catch {
    // Not percent-encoded, as some devices write it.
    return text
  }
}
