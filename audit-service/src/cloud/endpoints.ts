import { isIP } from 'node:net'
import { OperatorError } from '@rollcall/shared/errors.ts'

/**
 * Base URLs of the clouds. They are a setting of the Audit Service, because anyone who could choose them would receive
 * credentials.
 */
export type CloudEndpoints = {
  /** With `{service}` and `{region}` as placeholders for `ec2` and `eu-central-1`. */
  aws: string
  azureLogin: string
  azure: string
  googleToken: string
  google: string
}

export const publicClouds: CloudEndpoints = {
  aws: 'https://{service}.{region}.amazonaws.com',
  azureLogin: 'https://login.microsoftonline.com',
  azure: 'https://management.azure.com',
  googleToken: 'https://oauth2.googleapis.com/token',
  google: 'https://compute.googleapis.com',
}
const settings: Record<keyof CloudEndpoints, string> = {
  aws: 'ROLLCALL_AWS_URL',
  azureLogin: 'ROLLCALL_AZURE_LOGIN_URL',
  azure: 'ROLLCALL_AZURE_URL',
  googleToken: 'ROLLCALL_GOOGLE_TOKEN_URL',
  google: 'ROLLCALL_GOOGLE_URL',
}

/** Returns the URLs of the public clouds, or those in the environment, for government and national clouds. */
export function readCloudEndpoints(env: NodeJS.ProcessEnv): CloudEndpoints {
  const read = (key: keyof CloudEndpoints): string => {
    const url = env[settings[key]] ?? publicClouds[key]
    if (!isSafe(url.replaceAll(/\{(service|region)\}/g, 'x'))) {
      throw new OperatorError(`${settings[key]} must be an https:// address, not "${url}"`)
    }
    return url.replace(/\/$/, '')
  }
  return {
    aws: read('aws'),
    azureLogin: read('azureLogin'),
    azure: read('azure'),
    googleToken: read('googleToken'),
    google: read('google'),
  }
}

/** Returns true for a URL that may receive credentials: without TLS only on this machine. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && isIP(url.hostname) === 4 && url.hostname.startsWith('127.')
}
