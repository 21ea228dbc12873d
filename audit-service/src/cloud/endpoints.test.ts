import { expect, test } from 'vitest'
import { publicClouds, readCloudEndpoints } from './endpoints.ts'

test('uses the public clouds by HTTPS by default', () => {
  for (const url of Object.values(publicClouds)) expect(url).toMatch(/^https:\/\/[{}\w.-]+(\/token)?$/)
})

test('accepts the addresses of a national cloud', () => {
  expect(readCloudEndpoints({})).toEqual(publicClouds)
  const env = {
    ROLLCALL_AWS_URL: 'https://{service}.{region}.amazonaws.com.cn/',
    ROLLCALL_AZURE_LOGIN_URL: 'http://127.0.0.1:8080',
  }
  expect(readCloudEndpoints(env)).toEqual({
    ...publicClouds,
    aws: 'https://{service}.{region}.amazonaws.com.cn',
    azureLogin: 'http://127.0.0.1:8080',
  })
})

test.each(['http://cloud.example.org', 'http://127.0.0.1.example.org', 'ftp://x', 'cloud.example.org', ''])(
  'credentials go nowhere in clear: %j',
  (url) => {
    expect(() => readCloudEndpoints({ ROLLCALL_GOOGLE_URL: url })).toThrow(/^ROLLCALL_GOOGLE_URL must be an https:/)
  },
)
