/** Rules that look at more than one value of roundsman.yaml. Pure. */
import { takesProgram } from '../../engines/registry.ts';
import { parseDuration } from '../../words/duration.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { WrittenWorkspace } from '../schema/workspace-schema.ts';
import { connectionBreaches } from './connection-rules.ts';
import { engineSettingsBreaches } from './engine-settings-rules.ts';
import { isLoopback, peopleBreaches } from './people-rules.ts';

const DAY_MS = 86_400_000;

export function workspaceBreaches(workspace: WrittenWorkspace): readonly RuleBreach[] {
  return [
    ...listenBreaches(workspace.hooks),
    ...pageBreaches(workspace.page),
    ...heartbeatBreaches(workspace.heartbeat),
    ...engineSettingsBreaches(workspace),
    ...judgeBreaches(workspace.review),
    ...connectionBreaches(workspace.connections),
  ];
}

function listenBreaches({
  listen,
  public: isPublic,
}: WrittenWorkspace['hooks']): readonly RuleBreach[] {
  if (listen === null) return [];
  const path = ['hooks', 'listen'];
  const port = portBreach(path, listen);
  if (port !== null) return [port];
  if (isPublic || isLoopback(hostOf(listen))) return [];
  return [
    {
      path,
      code: 'public-hooks',
      message: `\`hooks.listen\` is ${oneLine(listen, 80)}, which other machines may reach`,
      hint: 'Listen on 127.0.0.1 behind a proxy with TLS; or, if it is meant, add `hooks: { public: true }`.',
    },
  ];
}

/** The built-in engine follows no prose; the others that are no engine of their own need a program. */
function judgeBreaches({ judge }: WrittenWorkspace['review']): readonly RuleBreach[] {
  if (judge === null) return [];
  const { engine, command } = judge;
  if (engine === 'builtin') {
    return [
      {
        path: ['review', 'judge', 'engine'],
        code: 'no-judge',
        message: '`review.judge.engine` is builtin, which cannot judge a branch',
        hint: 'Name an engine with a model: `roundsman agents` lists those that are ready.',
      },
    ];
  }
  const needsCommand = takesProgram(engine);
  if (needsCommand === command.length > 0) return [];
  return [
    {
      path: ['review', 'judge', needsCommand ? 'engine' : 'command'],
      code: needsCommand ? 'missing-command' : 'command-without-engine',
      message: needsCommand
        ? `\`review.judge.engine\` is ${engine}, and there is no \`review.judge.command\``
        : `\`review.judge.command\` is for the engines command and acp, not for ${engine}`,
      hint: needsCommand
        ? 'Write the program and its arguments, such as `command: [node, tools/judge.mjs]`.'
        : 'Leave it out.',
    },
  ];
}

function pageBreaches(page: WrittenWorkspace['page']): readonly RuleBreach[] {
  const { listen, token, people } = page;
  if (listen === null || listen === 'auto' || listen === 'off') return peopleBreaches(page, null);
  const path = ['page', 'listen'];
  const port = portBreach(path, listen);
  if (port !== null) return [port];
  const host = hostOf(listen);
  if (people !== null) return peopleBreaches(page, host);
  if (token !== null || isLoopback(host)) return [];
  return [
    {
      path,
      code: 'public-page',
      message: `\`page.listen\` is ${oneLine(listen, 80)}, which other machines may reach, and there is no \`page.token\``,
      hint: 'Listen on 127.0.0.1; or, if it is meant, add `token: env:ROUNDSMAN_PAGE_TOKEN`, and put a proxy with TLS before it.',
    },
  ];
}

function portBreach(path: readonly string[], listen: string): RuleBreach | null {
  const port = listen.slice(listen.lastIndexOf(':') + 1);
  if (Number(port) <= 65_535) return null;
  return {
    path,
    code: 'bad-port',
    message: `\`${path.join('.')}\` names the port ${oneLine(port, 10)}, and there are none beyond 65535`,
    hint: 'Write a port from 1024 to 65535, such as 127.0.0.1:8787.',
  };
}

function hostOf(listen: string): string {
  return listen.slice(0, listen.lastIndexOf(':'));
}

/** Platform timers overflow after 24 days, and a sign of life once a week would come too late. */
function heartbeatBreaches({ every }: WrittenWorkspace['heartbeat']): readonly RuleBreach[] {
  const ms = parseDuration(every) ?? 0;
  if (ms >= 10_000 && ms <= DAY_MS) return [];
  return [
    {
      path: ['heartbeat', 'every'],
      code: 'out-of-range',
      message: `\`heartbeat.every\` is ${every}, not between 10s and 1d`,
      hint: 'Write a duration such as 1m.',
    },
  ];
}
