import { expect, it } from 'vitest';

import { readWords } from '../../../../src/collectors/tickets/themes/read-words.ts';
import { loadTerms } from '../../../../src/collectors/tickets/themes/ticket-terms.ts';
import { ticketOf } from './labelled-tickets.ts';

const read = async (title: string, body = '') => {
  const [words] = readWords([ticketOf('a', { title, body })], await loadTerms());
  return words;
};

it('leaves reply marks, shouts and a greeting out of a title', async () => {
  expect((await read('RE: Fwd: [EXT] URGENT!!! Login fails'))?.title).toBe('Login fails');
  expect((await read('Help'))?.title).toBe('Help');
});

it('reads neither stack frames nor names of attachments, but the error above them', async () => {
  const body = [
    'TypeError: rows is undefined',
    '    at readRows (/app/rows.js:12:8)',
    '[attached: log.txt (text/plain, 2 KB)]',
    'Can you look?',
  ].join('\n');
  expect((await read('Export', body))?.lines).toEqual([
    'TypeError: rows is undefined',
    'Can you look?',
  ]);
});

it('puts a gap where a link, an address, a mask or an id stood', async () => {
  const words = await read('Order LK-77120 see https://example.com/a or [email] #12');
  expect(words?.title.replace(/\s+/g, ' ')).toBe('Order | see | or | | ');
});

it('reads no hint of a form, and of code only what failed', async () => {
  const body = [
    '<!-- Read our guide to',
    'creating a bug report -->',
    'Saving a post fails.',
    '```ruby',
    'gem "activerecord"',
    'ActiveRecord::NotNullViolation: constraint failed',
    '```',
    'File "app/save.py", line 3',
    '  return self.run()',
    'Since 7.0.',
    '~~~',
    'kept as it is no fence that we know',
  ].join('\n');
  expect((await read('Save', body))?.lines).toEqual([
    'Saving a post fails.',
    'ActiveRecord::NotNullViolation: constraint failed',
    'Since 7.0.',
    'kept as it is no fence that we know',
  ]);
  expect((await read('Save', 'Before.\n```\nlet open = 1;'))?.lines).toEqual(['Before.']);
});
