import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { readDeployment } from '../../../src/scheduler/hooks/read-payload.ts';
import { routineOf } from '../../kit/definitions.ts';
import { hookFixture } from '../../kit/hook-senders.ts';

const page = readFileSync(new URL('../../../docs/triggers.md', import.meta.url), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

describe('the page of triggers', () => {
  it.each(blocks('yaml').filter((text) => text.startsWith('on:')))(
    'has an example that holds:\n%s',
    (text) => {
      const routine = routineOf(
        `${text}agent: { engine: command, command: [node, tools/agent.mjs], prompt: Look. }\n`,
      );
      expect(routine.triggers.length).toBeGreaterThan(0);
    },
  );

  it('has an example of every kind of trigger', () => {
    const kinds = blocks('yaml')
      .filter((text) => text.startsWith('on:'))
      .flatMap((text) =>
        routineOf(
          `${text}agent: { engine: command, command: [node, tools/agent.mjs], prompt: Look. }\n`,
        ).triggers.map(({ kind }) => kind),
      );
    expect(new Set(kinds)).toEqual(
      new Set(['schedule', 'webhook', 'deployment', 'git', 'files', 'routine', 'manual']),
    );
  });

  it('shows a deployment that is read as one', () => {
    const [text = ''] = blocks('json');
    const value: unknown = JSON.parse(text);
    expect(readDeployment({ scheme: 'standard', id: 'x', event: null, value }).kind).toBe(
      'deployment',
    );
    expect(JSON.parse(hookFixture('standard-deployment'))).toMatchObject({ type: 'deployment' });
  });
});
