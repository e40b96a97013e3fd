import { describe, expect, it } from 'vitest';

import {
  ticketId,
  ticketLink,
} from '../../../../src/collectors/builtin/ticket-digest/report/ticket-ids.ts';

describe('the link of a ticket', () => {
  it('leads where a person opens it', () => {
    expect(ticketLink({ id: 'H-7', url: 'https://help.example/t/7?a=1#b' })).toBe(
      '[H-7](https://help.example/t/7?a=1#b)',
    );
  });

  it('is the plain id when the address is none, or hides where it leads', () => {
    for (const url of [
      null,
      '',
      'tickets/7',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://bank.example@evil.example/',
      `https://help.example/${'a'.repeat(600)}`,
    ]) {
      expect(ticketLink({ id: '7', url })).toBe('7');
    }
  });

  it('lets neither the id nor the address begin markup', () => {
    expect(ticketLink({ id: '](x) **b**', url: 'https://help.example/a) [b](c `d` <e> |f' })).toBe(
      String.raw`[\](x) \*\*b\*\*](https://help.example/a%29%20%5Bb%5D%28c%20%60d%60%20%3Ce%3E%20%7Cf)`,
    );
    expect(ticketId({ id: '#1\n2\u001b[31m' })).toBe(String.raw`\#1 2`);
  });
});
