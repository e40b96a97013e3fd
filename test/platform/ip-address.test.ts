import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isSameAddress, parseAddress, whyNotPublic } from '../../src/platform/ip-address.ts';

function judged(text: string): string | null {
  const address = parseAddress(text);
  if (address === null) throw new TypeError(`${text} is not an address`);
  return whyNotPublic(address);
}

describe('what is public', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.128.0.1'])(
    '%s is',
    (text) => expect(judged(text)).toBeNull(),
  );

  it.each(['2606:4700::1111', '2a00:1450:4001:82b::200e', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is',
    (text) => expect(judged(text)).toBeNull(),
  );

  it.each([
    ['0.0.0.0', 'the unspecified address'],
    ['0.1.2.3', 'a reserved address'],
    ['10.0.0.1', 'a private address'],
    ['100.64.0.1', 'a private address'],
    ['100.127.255.255', 'a private address'],
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['168.63.129.16', 'the address of a metadata service'],
    ['169.254.169.254', 'the address of a metadata service'],
    ['169.254.170.2', 'a link-local address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.0.0.192', 'a reserved address'],
    ['192.0.2.1', 'a reserved address'],
    ['192.168.1.1', 'a private address'],
    ['198.18.0.1', 'a reserved address'],
    ['203.0.113.9', 'a reserved address'],
    ['224.0.0.1', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.255', 'the broadcast address'],
    ['::', 'the unspecified address'],
    ['::1', 'a loopback address'],
    ['fe80::1', 'a link-local address'],
    ['febf::1', 'a link-local address'],
    ['fec0::1', 'a private address'],
    ['fc00::1', 'a private address'],
    ['fd00:ec2::254', 'the address of a metadata service'],
    ['fd20:ce::254', 'the address of a metadata service'],
    ['100.100.100.200', 'the address of a metadata service'],
    ['2001:4860:4860:0:0:5efe:10.0.0.1', 'a private address'],
    ['2001:4860:4860::200:5efe:7f00:1', 'a loopback address'],
    ['ff02::1', 'a multicast address'],
    ['2001::1', 'a reserved address'],
    ['2001:db8::1', 'a reserved address'],
    ['3fff::1', 'a reserved address'],
    ['4000::1', 'a reserved address'],
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:a9fe:a9fe', 'the address of a metadata service'],
    ['::127.0.0.1', 'a reserved address'],
    ['64:ff9b::10.0.0.1', 'a private address'],
    ['64:ff9b::a9fe:a9fe', 'the address of a metadata service'],
    ['64:ff9b:1::1', 'a reserved address'],
    ['2002:7f00:1::', 'a loopback address'],
    ['2002:a00:1::1', 'a private address'],
  ])('%s is %s', (text, why) => expect(judged(text)).toBe(why));
});

describe('the one way to write an address', () => {
  it.each([
    '0177.0.0.1',
    '0x7f.0.0.1',
    '127.1',
    '2130706433',
    '127.0.0.01',
    '127.0.0.1.',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    ' 1.2.3.4',
    '1.2.3.4\n',
    '::1%lo',
    ':::1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::1',
    '::g',
    '1.2.3.4::',
    '::1.2.3.4:5',
    ':',
    '',
  ])('%j is none', (text) => expect(parseAddress(text)).toBeNull());

  it('reads every IPv4 address as it is written', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(parseAddress(text)?.join('.')).toBe(text);
      }),
    );
  });

  it('reads every IPv6 address, and judges all without a fault', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text);
        expect(address).toHaveLength(16);
        whyNotPublic(address ?? []);
      }),
    );
  });

  it('never takes odd text for an address', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const address = parseAddress(text);
        expect(address === null || /^[0-9a-fA-F.:]+$/.test(text)).toBe(true);
      }),
    );
  });
});

describe('one address in several forms', () => {
  it('is judged alike, whatever carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
        const hex = (high: number, low: number): string => (high * 256 + low).toString(16);
        const tail = `${hex(a, b)}:${hex(c, d)}`;
        const forms = [`::ffff:${text}`, `::ffff:${tail}`, `64:ff9b::${tail}`, `2002:${tail}::`];
        for (const form of forms) expect(judged(form)).toBe(judged(text));
      }),
    );
  });

  it('is the same', () => {
    const same = (a: string, b: string): boolean =>
      isSameAddress(parseAddress(a) ?? [], parseAddress(b) ?? []);
    expect(same('8.8.8.8', '::ffff:808:808')).toBe(true);
    expect(same('2606:4700::1', '2606:4700:0:0::1')).toBe(true);
    expect(same('8.8.8.8', '8.8.4.4')).toBe(false);
    expect(same('8.8.8.8', '2606:4700::1')).toBe(false);
  });
});
