import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createMasker } from '../../../src/collectors/tickets/masking/mask-text.ts';
import { MASK_KINDS, type MaskKind } from '../../../src/words/ticket.ts';
import {
  CARDS_THAT_GO,
  EMAILS_THAT_GO,
  NO_CARDS,
  NO_EMAILS,
  NO_PHONES,
  PHONES_THAT_GO,
} from './masking-cases.ts';

const mask = (text: string, kinds: readonly MaskKind[] = MASK_KINDS) =>
  createMasker(kinds).mask(text);
const plainOf = (labelled: string) => labelled.replace(/[⟦⟧]/g, '');
const maskedOf = (labelled: string, kind: MaskKind) => labelled.replace(/⟦[^⟧]*⟧/g, `[${kind}]`);

/** Cases whose text is not what it should be, as `got <- wanted`. */
function wrong(cases: readonly string[], kind: MaskKind): readonly string[] {
  return cases.flatMap((labelled) => {
    const got = mask(plainOf(labelled));
    const wanted = maskedOf(labelled, kind);
    return got === wanted ? [] : [`${got} <- ${wanted}`];
  });
}

test('every telephone number of the list is blotted out, and nothing around it', () => {
  expect(wrong(PHONES_THAT_GO, 'phone')).toEqual([]);
});

test('orders, versions, dates, addresses on the net, traces and commits keep their digits', () => {
  expect(wrong(NO_PHONES, 'phone')).toEqual([]);
});

test('every e-mail address of the list is blotted out, and nothing around it', () => {
  expect(wrong(EMAILS_THAT_GO, 'email')).toEqual([]);
});

test('packages, remotes, pictures and mentions are no e-mail addresses', () => {
  expect(wrong(NO_EMAILS, 'email')).toEqual([]);
});

test('every card number of the list is blotted out, and nothing around it', () => {
  expect(wrong(CARDS_THAT_GO, 'card')).toEqual([]);
});

test('numbers that fail the check digit or no issuer gives out are not cards', () => {
  expect(wrong(NO_CARDS, 'card')).toEqual([]);
});

test('each kind goes only when the routine masks it', () => {
  const text = 'jane@example.com, +49 30 901820, 4111 1111 1111 1111';
  expect(mask(text, [])).toBe(text);
  expect(mask(text, ['email'])).toBe('[email], +49 30 901820, 4111 1111 1111 1111');
  expect(mask(text, ['card'])).toBe('jane@example.com, +49 30 901820, [card]');
  expect(mask(text)).toBe('[email], [phone], [card]');
});

test('what was blotted out is counted by kind, over all texts', () => {
  const masker = createMasker(MASK_KINDS);
  masker.mask('jane@example.com and joe@example.com');
  masker.mask('call +49 30 901820');
  masker.mask('nothing here');
  expect(masker.counts()).toEqual({ email: 2, phone: 1, card: 0 });
});

const words = fc.array(
  fc.constantFrom('the', 'page', 'does', 'not', 'load', 'for', 'us', 'today'),
  {
    maxLength: 8,
  },
);
const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9][0-9]{${length - 1}}$`));

test('a number with a plus goes in any sentence, however it is grouped', () => {
  const number = fc
    .tuple(
      fc.constantFrom('+1', '+44', '+49', '+33', '+353', '+91'),
      fc.constantFrom(' ', '-', '.', '\u00a0'),
      fc.array(digits(3), { minLength: 2, maxLength: 3 }),
      digits(2),
    )
    .filter(([, sep, groups]) => sep !== '.' || groups.length === 2)
    .map(([country, sep, groups, last]) => [country, ...groups, last].join(sep));
  fc.assert(
    fc.property(words, number, words, (before, one, after) => {
      expect(mask([...before, one, ...after].join(' '))).toBe(
        [...before, '[phone]', ...after].join(' '),
      );
    }),
  );
});

test('what programs print keeps its digits', () => {
  const two = fc.integer({ min: 10, max: 28 }).map(String);
  const printed = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{40}$/).map((sha) => `commit ${sha}`),
    fc.uuid(),
    fc.ipV4(),
    fc.tuple(two, two).map(([month, time]) => `2026-11-${month} ${time.slice(0, 1)}9:${time}:33`),
    fc.tuple(fc.nat(99), fc.nat(99), fc.nat(9999)).map((parts) => `v${parts.join('.')}`),
    fc
      .tuple(fc.nat(9999), fc.nat(999))
      .map(([line, column]) => `at run (/srv/app.js:${line}:${column})`),
    fc.integer({ min: 100_000, max: 9_999_999_999 }).map((id) => `order #${id}`),
    fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }).map((time) => `t=${time}`),
  );
  fc.assert(
    fc.property(words, printed, words, (before, one, after) => {
      const text = [...before, one, ...after].join(' ');
      expect(mask(text)).toBe(text);
    }),
  );
});

test('an address goes whatever is around it', () => {
  const address = fc
    .tuple(
      fc.stringMatching(/^[a-z][a-z0-9]{0,8}([.+_-][a-z0-9]{1,5})?$/),
      fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/),
      fc.constantFrom('com', 'co.uk', 'example', 'museum', 'de'),
    )
    .map(([user, host, top]) => `${user}@${host}.${top}`);
  fc.assert(
    fc.property(fc.string(), address, fc.string(), (before, one, after) => {
      expect(mask(`${before} ${one} ${after}`)).not.toContain(one);
    }),
  );
});

test('masking masked text changes nothing, and text without digits or @ stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const once = mask(text);
      expect(mask(once)).toBe(once);
      expect(/[\d@\uff20%([]/.test(text) ? text : once).toBe(text);
    }),
  );
});

test('a megabyte of almost-addresses and almost-numbers comes through', () => {
  const parts = [
    'a',
    'a@',
    '1',
    '1 ',
    '+',
    '(',
    '(1',
    '1-',
    '@a.',
    'a.',
    '=a',
    'a[at]',
    '4 ',
    '"',
    '0/',
    '00 1',
  ];
  for (const part of parts) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    expect(mask(text).length).toBeGreaterThan(0);
  }
});
