import { expect, test } from 'vitest'
import { signedForm } from './sign.ts'

test('signs a form as in the test suite of Signature Version 4 (post-x-www-form-urlencoded)', () => {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const form = new URLSearchParams({ Param1: 'value1' })
  const scope = { service: 'service', region: 'us-east-1' }
  const { headers, body } = signedForm(
    'https://example.amazonaws.com/',
    form,
    key,
    scope,
    new Date('2015-08-30T12:36:00Z'),
  )
  expect(body).toBe('Param1=value1')
  expect(headers).toEqual({
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Amz-Date': '20150830T123600Z',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  })
})
