import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cleanEntry } from '../../../src/context/sessions/clean-text.ts';
import { headOf, tailOf, wholeWords } from '../../../src/engines/sessions/whole-words.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const PASSWORD = 'correct-horse-battery-staple';
const redactor = makeRedactor([{ name: 'PASSWORD', value: PASSWORD }]);

describe('a text that is cut', () => {
  test.each([TOKEN, PASSWORD])('never ends or begins within a secret (%s)', (secret) => {
    for (let at = 0; at < 300; at += 1) {
      const text = `${'x '.repeat(at)}${secret}${' y'.repeat(300 - at)}`;
      for (const cut of [wholeWords(text, 200), headOf(text, 200), tailOf(text, 200)]) {
        expect(cut.length).toBeLessThanOrEqual(200);
        expect(redactor.text(cut)).not.toContain(secret.slice(0, 8));
        expect(redactor.text(cut)).not.toContain(secret.slice(-8));
      }
    }
  });

  test('is never longer than asked, and all of it where it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 60 }), (text, most) => {
        expect(headOf(text, most).length).toBeLessThanOrEqual(most);
        expect(tailOf(text, most).length).toBeLessThanOrEqual(most);
        const whole = text.length;
        expect([headOf(text, whole), tailOf(text, whole)]).toEqual([text, text]);
        expect(text.startsWith(headOf(text, most))).toBe(true);
        expect(text.endsWith(tailOf(text, most))).toBe(true);
      }),
    );
  });

  test('keeps the folders of a long path, and letters of scripts that have no spaces', () => {
    expect(wholeWords(`see src/context/${'a'.repeat(40)}`, 30)).toBe('see src/context/…');
    expect(wholeWords('漢'.repeat(50), 30)).toBe(`${'漢'.repeat(29)}…`);
  });

  test('leaves a private key out that the cut goes through', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIB\n'.repeat(80)}-----END RSA PRIVATE KEY-----`;
    expect(tailOf(`cat key\n${key}\ndone`, 300)).toBe('\ndone');
    expect(wholeWords(`cat ${key}`)).toBe('cat …');
    expect(tailOf(key, 100)).toBe('');
    expect(tailOf(`cat key\n${key.slice(0, -40)}`, 300)).toBe('');
    expect(tailOf(`${key}\n${'well '.repeat(80)}`, 300)).toMatch(/^ ?well /);
  });
});

test('a secret with control characters in it is found all the same', () => {
  const hidden = `${TOKEN.slice(0, 12)}\u001b[0m\u200f${TOKEN.slice(12)}`;
  const tool = cleanEntry(
    {
      kind: 'tool',
      name: hidden,
      summary: hidden,
      act: 'run',
      files: [hidden],
      ok: true,
      output: hidden,
      at: null,
    },
    redactor.text,
  );
  const said = cleanEntry({ kind: 'said', text: hidden, at: null }, redactor.text);
  expect(JSON.stringify([tool, said])).not.toContain('a1B2');
});
