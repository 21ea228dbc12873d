import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SystemContext } from '../../lib/context.ts'
import { loadOrCreateSecret } from '../secrets/stored-secrets.ts'
import { cookiePrefix } from './session-token.ts'

/**
 * Name of the cookie for a browser in which a user has signed in. The signed cookie gives that browser its own attempts
 * (OWASP "device cookies"), so that strangers who use up the attempts on a user name do not lock the user out. The
 * cookie alone grants no access.
 */
export const deviceCookieName = `${cookiePrefix}.device`
/** Maximum lifetime of a cookie in browsers. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60

export type Device = { username: string; device: string }

/** Creates a cookie value for a new device of a user: `username.device.signature`. */
export async function newDeviceCookie(ctx: SystemContext, username: string): Promise<string> {
  const device = randomBytes(16).toString('base64url')
  const content = `${Buffer.from(username.toLowerCase()).toString('base64url')}.${device}`
  return `${content}.${await signatureOf(ctx, content)}`
}

/** Returns the device of a cookie; undefined unless the collector signed the cookie. */
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
