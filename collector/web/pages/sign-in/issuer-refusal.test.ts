import { expect, test } from 'vitest'
import { issuerRefusal } from './issuer-refusal.ts'

test.each([
  ['unable_to_get_user_info', /^The issuer knows you/],
  ['state_mismatch', /Begin it again/],
  ['issuer_unusable', /does not answer as it should/],
  ['server_error', /came to nothing \(server_error\)\. Try it again/],
  ['toString', /came to nothing \(toString\)/],
  ['<script>call 555-0100</script>', /came to nothing\. Try it again/],
])('%s', (code, words) => expect(issuerRefusal(code)).toMatch(words))
