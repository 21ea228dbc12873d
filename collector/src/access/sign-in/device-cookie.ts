import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SystemContext } from '../../lib/context.ts'
import { loadOrCreateSecret } from '../secrets/stored-secrets.ts'
import { cookiePrefix } from './session-token.ts'

/**
 * A browser in which a user signed in gets a signed cookie, and attempts of its own ("device cookies" of OWASP): strangers
 * who use up the attempts on the user's name do not lock it out. The cookie alone lets nobody in.
 */
export const deviceCookieName = `${cookiePrefix}.device`
/** Browsers keep no cookie for longer. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60

export type Device = { username: string; device: string }

/** The cookie's value for another device of a user: `username.device.signature`. */
export async function newDeviceCookie(ctx: SystemContext, username: string): Promise<string> {
  const device = randomBytes(16).toString('base64url')
  const content = `${Buffer.from(username.toLowerCase()).toString('base64url')}.${device}`
  return `${content}.${await signatureOf(ctx, content)}`
}

/** The device that a cookie names; undefined when the cookie is not one of the collector's. */
export async function deviceOf(ctx: SystemContext, cookie: string): Promise<Device | undefined> {
  const [name = '', device = '', signature = ''] = cookie.split('.')
  const expected = Buffer.from(await signatureOf(ctx, `${name}.${device}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { username: Buffer.from(name, 'base64url').toString(), device }
}

async function signatureOf(ctx: SystemContext, content: string): Promise<string> {
  const key = await loadOrCreateSecret(ctx, 'device-cookie', () => randomBytes(32))
  return createHmac('sha256', key).update(content).digest('base64url')
}
