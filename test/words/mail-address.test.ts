import { expect, it } from 'vitest';

import { mailAddressBreaches } from '../../src/connectors/rules/address-rules.ts';
import { parseMailAddress } from '../../src/words/mail-address.ts';

it.each([
  '=?utf-8?q?=0D=0ABcc?= <a@b.example>',
  'Ada =?utf-8?B?4oCu?= <a@b.example>',
  'Ada\r\nBcc: x@y.example <a@b.example>',
  'Ada\u202e <a@b.example>',
  'a@b.example, c@d.example',
  'a@b.example>\n<c@d.example',
])('an address that would be more than one is none: %j', (text) => {
  expect(parseMailAddress(text)).toBeNull();
});

it('an encoded word is named when the file is read', () => {
  expect(mailAddressBreaches([], 'from', '=?utf-8?q?=0D=0ABcc?= <a@b.example>')).toMatchObject([
    { code: 'wrong-address', message: expect.stringContaining('is an encoded word') },
  ]);
});
