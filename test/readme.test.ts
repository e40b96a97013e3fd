import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');

describe('README.md', () => {
  it('is read in a few minutes', () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
  });

  it('has exactly two set-up commands before anything else', () => {
    const first = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const commands = first.split('\n').map((line) => line.replace(/ +#.*/, ''));
    expect(commands).toEqual(['npm ci && npx roundsman demo', 'npm ci && npm test', '']);
  });

  it('shows pictures of the repository, which play without a script or another host', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures).toEqual(['docs/images/demo.svg', 'docs/images/home.png']);
    const recording = readFileSync('docs/images/demo.svg', 'utf8');
    expect(recording).not.toMatch(/<script|https?:(?!\/\/www\.w3\.org\/2000\/svg")/);
    expect(recording.length).toBeLessThan(50_000);
  });
});
