/** What a program of the repository prints. */
import type { z as Zod } from 'zod';

import { milliseconds } from '../../words/duration.ts';
import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules } from '../../words/routine.ts';
import type { CollectorKind, SchemaTools } from '../kind.ts';

// The keys of `command`.

function settings({ part, z }: SchemaTools) {
  return z
    .strictObject({
      name: part.collectorName
        .default('command')
        .describe('Names the file of facts: `facts/<name>.json`.'),
      run: part.argv
        .min(1)
        .describe('The program and its arguments, run in the worktree.')
        .meta({ examples: [['node', 'tools/open-incidents.mjs']] }),
      format: z
        .enum(['lines', 'json', 'jsonl'])
        .default('lines')
        .describe(
          'How its output is read: a fact a line, one JSON list, or one JSON value a line.',
        ),
      timeout: part.positiveDuration.default('5m').describe('The program is ended after this.'),
    })
    .describe('What a program of yours prints.');
}

type Settings = Zod.output<ReturnType<typeof settings>>;

export const commandKind: CollectorKind<
  Settings,
  CollectorRules['command'],
  FactsOfKinds['command']
> = {
  kind: 'command',
  settings,
  bare: false,
  outside: 'what commands collect',
  toRule: ({ name, run, format, timeout }) => ({
    kind: 'command',
    name,
    run,
    format,
    timeoutMs: milliseconds(timeout),
  }),
  nameOf: ({ name }) => name,
  promptExample: ({ name }) => `Go through facts/${name}.json and say of each line what to do.`,
  programOf: ({ name, run }) => ({ name, run }),
  collect: async (request) => (await import('./collect-command.ts')).collectCommand(request),
};
