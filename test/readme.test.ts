import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');

describe('README.md', () => {
  it('shows the routine that ships, word for word', () => {
    const shipped = readFileSync('routines/todo-sweep.yaml', 'utf8').trimEnd();
    expect(readme).toContain(`\`\`\`yaml\n${shipped}\n\`\`\``);
  });

  it('has exactly two set-up commands before anything else', () => {
    const first = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const commands = first.split('\n').map((line) => line.replace(/ +#.*/, ''));
    expect(commands).toEqual(['npm ci && npx roundsman demo', 'npm ci && npm test', '']);
  });

  it('links to nothing that is not there', () => {
    const links = [...readme.matchAll(/\]\(((?!http)[^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(readFileSync(link, 'utf8')).not.toBe('');
  });
});
