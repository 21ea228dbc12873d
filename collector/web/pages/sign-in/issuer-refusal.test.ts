import { expect, test } from 'vitest'
import { issuerRefusal } from './issuer-refusal.ts'

test.each([
  ['unable_to_get_user_info', /^Your account has no permissions/],
  ['state_mismatch', /Sign in again/],
  ['issuer_unusable', /does not answer correctly/],
  ['server_error', /failed \(server_error\)\. Try again/],
  ['toString', /failed \(toString\)/],
  ['<script>call 555-0100</script>', /failed\. Try again/],
])('explains the code %s', (code, words) => expect(issuerRefusal(code)).toMatch(words))
