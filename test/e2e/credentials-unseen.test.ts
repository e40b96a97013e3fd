/** What runs for a routine sees no variable that the runner needs for itself, whatever its name lets through. */
import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { workspaceOf } from '../kit/workspace.ts';

/** Names that begin like this reach every program: a language is not a secret. */
const SEES = 'test -n "$LC_SEEN" -a -z "$LC_TOKEN$LC_HOOK$LC_HEALTH"';
const ENV = { LC_SEEN: 'C', LC_TOKEN: 'C', LC_HOOK: 'https://h.invalid/a', LC_HEALTH: 'x' };

describe('variables of connections and of rules under notify', () => {
  it.each(['condition', 'collector', 'set-up', 'agent', 'checks'])(
    'never reach the %s, at level private',
    (who) => {
      const sees = (one: string): string => (one === who ? SEES : 'true');
      const report = String.raw`printf '## Summary\n\nDone.\n\n## Findings\n\nNone.\n' > "$ROUNDSMAN_OUT/report.md"`;
      const shell = (text: string): string => JSON.stringify(['/bin/sh', '-c', text]);
      const repo = gitRepo({
        'roundsman.yaml':
          'connections: { desk: { kind: http, url: "https://h.invalid/", token: "env:LC_TOKEN", headers: { authorization: "Bearer {secret}" } } }\n',
        'routines/look.yaml': `on: manual
condition: { run: ${JSON.stringify(sees('condition'))} }
collect: [{ command: { name: seen, run: ${shell(`${sees('collector')} && echo '{"items":[]}'`)} } }]
agent: { engine: command, command: ${shell(`${sees('agent')} && ${report}`)}, prompt: Look. }
report: { min-coverage: { seen: 0 } }
workspace: { isolation: private, setup: [${JSON.stringify(sees('set-up'))}], checks: [${JSON.stringify(sees('checks'))}] }
notify:
  - { on: [missed], webhook: { url: "env:LC_HOOK" } }
  - { on: [missed], ping: { url: "env:LC_HEALTH" } }
`,
      });
      const { view } = workspaceOf(repo, { env: ENV }).run('look');
      expect(view).toMatchObject({
        isolation: 'private',
        failure: null,
        result: { execution: 'succeeded', report: 'valid', checks: 'passed' },
      });
    },
  );
});
