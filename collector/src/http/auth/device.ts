import { optional } from '@rollcall/shared/optional.ts'
import { getCookie, setCookie } from 'hono/cookie'
import { deviceCookieName, deviceCookieSeconds, deviceOf, newDeviceCookie } from '../../access/sign-in/device-cookie.ts'
import type { Attempt } from '../../access/sign-in/limit-attempts.ts'
import type { HttpContext, HttpDeps } from '../environment.ts'
import { addressOf } from './browser.ts'

/** Chooses the counter of failed sign-ins: a browser with an earlier sign-in of this user has its own. */
export async function attemptOf(c: HttpContext, { system }: HttpDeps, username?: string): Promise<Attempt> {
  const cookie = getCookie(c, deviceCookieName)
  const device = cookie === undefined ? undefined : await deviceOf(system, cookie)
  if (device && (username === undefined || device.username === username.toLowerCase())) return device
  return { address: addressOf(c), ...optional({ username }) }
}

/** Sets the cookie that identifies this browser after a sign-in of the user. */
export async function setDeviceCookie(c: HttpContext, { system }: HttpDeps, username: string): Promise<void> {
  setCookie(c, deviceCookieName, await newDeviceCookie(system, username), {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: deviceCookieSeconds,
  })
}
