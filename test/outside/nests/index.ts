/** Collector `nests`: files of the base commit by the end of their names. All that it needs is in this folder. */
import type { z as Zod } from 'zod';

import type { CollectorKind, SchemaTools } from '../../../src/collectors/kind.ts';
import { runGit } from '../../../src/git/run-git.ts';
import type { FactsBase } from '../../../src/words/facts.ts';

interface NestsRule {
  readonly kind: 'nests';
  readonly ending: string;
}

interface Nest {
  readonly path: string;
}

declare module '../../../src/words/routine.ts' {
  interface CollectorRules {
    readonly nests: NestsRule;
  }
}

declare module '../../../src/words/facts.ts' {
  interface FactsOfKinds {
    readonly nests: FactsBase<'nests', Nest>;
  }
}

function settings({ z }: SchemaTools) {
  return z
    .strictObject({ ending: z.string().default('.nest').describe('How its files are called.') })
    .describe('Nests that lie in the repository.');
}

export const nests: CollectorKind<
  Zod.output<ReturnType<typeof settings>>,
  NestsRule,
  FactsBase<'nests', Nest>
> = {
  kind: 'nests',
  settings,
  bare: true,
  outside: null,
  toRule: ({ ending }) => ({ kind: 'nests', ending }),
  breaches: ({ ending }) =>
    ending.startsWith('.')
      ? []
      : [{ path: ['ending'], code: 'no-dot', message: '`ending` has no dot', hint: 'Add one.' }],
  promptExample: () => 'Read facts/nests.json and name each nest.',
  collect: async ({ rule, repository, base, gitEnv }) => {
    const listed = await runGit(['ls-tree', '-r', '--name-only', base], {
      cwd: repository,
      env: gitEnv,
    });
    const all = listed.stdout.split('\n').filter((path) => path !== '');
    const items = all.filter((path) => path.endsWith(rule.ending)).map((path) => ({ path }));
    return {
      kind: 'nests',
      items,
      coverage: { examined: all.length, found: items.length },
      truncated: 0,
      untrusted: false,
    };
  },
  pathsIn: ({ items }) => items.map(({ path }) => path),
  promptWords: () => '. A nest is never empty',
  digest: async () => ({
    heading: () => 'Nests',
    hasNews: ({ items }) => items.length > 0,
    tell: ({ items }) => `${items.length} nests were counted`,
    render: ({ items }) => items.map(({ path }) => `- ${path}`).join('\n'),
  }),
};
