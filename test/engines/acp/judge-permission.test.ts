import { describe, expect, test } from 'vitest';

import {
  judgePermission,
  type PermissionRules,
} from '../../../src/engines/acp/driver/judge-permission.ts';

const RULES: PermissionRules = {
  worktree: '/w',
  write: ['src/**'],
  hosts: ['example.com', '*.example.org', 'local.test:8080'],
  writable: ['/out'],
  readable: ['/home/me/shared'],
  closed: '/home/me',
};

function judged(kind: string, rawInput: unknown, change: Partial<PermissionRules> = {}): unknown {
  const judgement = judgePermission({ kind, rawInput }, { ...RULES, ...change });
  return judgement.kind === 'allow' ? 'allow' : [judgement.what, judgement.line];
}

describe('what an agent asks leave for', () => {
  test.each([
    ['/w/src/a.ts', 'allow'],
    ['src/a.ts', 'allow'],
    ['/out/report.md', 'allow'],
    ['/w/README.md', ['change README.md', 'write: [README.md]']],
    ['/w/a b.md', ['change a b.md', 'write: ["a b.md"]']],
    ['/w/../etc/passwd', ['change /etc/passwd', null]],
    ['/worktree/a', ['change /worktree/a', null]],
  ])('a change of %s', (path, expected) => {
    expect(judged('edit', { file_path: path })).toEqual(expected);
    expect(judged('delete', { path })).toEqual(expected);
  });

  test('a change of anything in the worktree, where no patterns are given', () => {
    expect(judged('edit', { file_path: '/w/README.md' }, { write: [] })).toBe('allow');
    expect(judged('edit', {}, { write: [] })).toBe('allow');
  });

  test.each([
    ['/w/README.md', 'allow'],
    ['/usr/include/stdio.h', 'allow'],
    ['/home/me/shared/notes.md', 'allow'],
    ['/home/me/.ssh/id_rsa', ['read /home/me/.ssh/id_rsa', 'read: [/home/me/.ssh/id_rsa]']],
  ])('a look at %s', (path, expected) => {
    expect(judged('read', { path })).toEqual(expected);
  });

  test('a look at anything, where a sandbox shows what may be seen', () => {
    expect(judged('read', { path: '/home/me/.ssh/id_rsa' }, { closed: null })).toBe('allow');
  });

  test.each([
    ['https://example.com/x', 'allow'],
    ['https://a.example.org/', 'allow'],
    ['http://local.test:8080/', 'allow'],
    ['https://example.org/', ['fetch https://example.org/', 'network: { allow: [example.org] }']],
    [
      'https://example.com:444/',
      ['fetch https://example.com:444/', 'network: { allow: ["example.com:444"] }'],
    ],
    ['file:///etc/passwd', ['fetch file:///etc/passwd', null]],
  ])('a page at %s', (url, expected) => {
    expect(judged('fetch', { url })).toEqual(expected);
  });

  test('a search that names no address', () => {
    expect(judged('fetch', { query: 'weather' })).toEqual(['fetch weather', null]);
  });

  test('places and changes that stand beside its input', () => {
    const toolCall = {
      kind: 'edit',
      locations: [{ path: '/etc/x' }],
      content: [{ path: '/w/src/a' }],
    };
    expect(judgePermission(toolCall, RULES)).toMatchObject({ kind: 'deny', what: 'change /etc/x' });
  });

  test.each(['execute', 'think', 'switch_mode', 'other', 'new_kind'])('%s is allowed', (kind) => {
    expect(judged(kind, { command: 'true' })).toBe('allow');
  });
});
