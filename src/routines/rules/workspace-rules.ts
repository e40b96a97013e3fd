/** Rules that look at more than one value of roundsman.yaml. Pure. */
import { formOf } from '../../connectors/registry.ts';
import { literalSecret, secretBreach } from '../../connectors/rules/literal-secrets.ts';
import { takesProgram } from '../../engines/registry.ts';
import { parseDuration } from '../../words/duration.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { WrittenConnection, WrittenConnections } from '../schema/connections-schema.ts';
import type { WrittenWorkspace } from '../schema/workspace-schema.ts';
import { engineSettingsBreaches } from './engine-rules.ts';

// Rules on `page` of roundsman.yaml. Pure.

type Page = WrittenWorkspace['page'];
type People = NonNullable<Page['people']>;

const PATH = ['page', 'people'];

/** @param host where the page listens; `null`: at a loopback address of its own, or nowhere */
function peopleBreaches({ people, token }: Page, host: string | null): readonly RuleBreach[] {
  if (people === null) return [];
  const isNamed = Object.values(people.roles).some((names) => names.length > 0);
  return [
    ...(token === null ? [] : [besideToken]),
    ...(isNamed ? [] : [nobodyNamed]),
    ...(people.oidc === null ? headerBreaches(people, host) : providerBreaches(people)),
  ];
}

const besideToken: RuleBreach = {
  path: ['page', 'token'],
  code: 'token-beside-people',
  message: '`page.token` lets in anyone who has it, and `page.people` asks who it is',
  hint: 'Leave `page.token` out.',
};

const nobodyNamed: RuleBreach = {
  path: [...PATH, 'roles'],
  code: 'people-without-roles',
  message: '`page.people.roles` names no person, so the page would refuse everyone',
  hint: 'Name at least an admin, such as `roles: { admin: [ada@example.com] }`.',
};

function headerBreaches(
  { header, oidc, roles }: People,
  host: string | null,
): readonly RuleBreach[] {
  if (header === null && oidc === null)
    return [
      {
        path: PATH,
        code: 'people-unnamed',
        message: '`page.people` does not say how people log in',
        hint: 'Write `header` with the header of a proxy, such as X-Forwarded-User, or `oidc` with a provider.',
      },
    ];
  const [group] = Object.entries(roles).flatMap(([role, names]) =>
    names.flatMap((name, index) => (name.startsWith('group:') ? [{ role, name, index }] : [])),
  );
  const breaches: RuleBreach[] = [];
  if (group !== undefined)
    breaches.push({
      path: [...PATH, 'roles', group.role, group.index],
      code: 'group-without-provider',
      message: `\`page.people.roles\` names ${oneLine(group.name, 80)}, and a header names no groups`,
      hint: 'Name people, or log in by `oidc`.',
    });
  if (host !== null && !isLoopback(host) && !isPrivate(host))
    breaches.push({
      path: ['page', 'listen'],
      code: 'header-in-public',
      message: `\`page.people.header\` is not taken at ${oneLine(host, 80)}, where others than the proxy may connect`,
      hint: 'Listen on 127.0.0.1 or on a private address of this machine, such as 10.0.0.4:8800.',
    });
  return breaches;
}

function providerBreaches({ header, oidc, url }: People): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  if (header !== null)
    breaches.push({
      path: [...PATH, 'header'],
      code: 'two-ways-of-log-in',
      message: '`page.people` has both `header` and `oidc`',
      hint: 'Leave one of them out.',
    });
  if (url === null)
    breaches.push({
      path: [...PATH, 'oidc'],
      code: 'people-without-url',
      message:
        '`page.people.oidc` needs `page.people.url`, to which the provider sends people back',
      hint: 'Write what people open, such as `url: https://roundsman.example`.',
    });
  const plain = { url, 'oidc.issuer': oidc?.issuer ?? null };
  for (const [key, value] of Object.entries(plain))
    if (value?.startsWith('http:') === true && !isLoopback(hostIn(value)))
      breaches.push({
        path: [...PATH, ...key.split('.')],
        code: 'people-in-clear',
        message: `\`page.people.${key}\` is ${oneLine(value, 200)}: a log-in over http can be read and changed on its way`,
        hint: 'Write an https URL; http is only for addresses of this machine.',
      });
  return breaches;
}

/** Names are not resolved: what `localhost` is, is known. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.[0-9]{1,3}){3}|\[(::1|(0{1,4}:){7}0{0,3}1)\])$/i.test(host);
}

function isPrivate(host: string): boolean {
  return /^(10(\.[0-9]{1,3}){3}|192\.168(\.[0-9]{1,3}){2}|172\.(1[6-9]|2[0-9]|3[01])(\.[0-9]{1,3}){2}|100\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])(\.[0-9]{1,3}){2}|\[f[cd][0-9a-f]{2}:[0-9a-f:]+\])$/i.test(
    host,
  );
}

/** Of an origin: with brackets for IPv6, without the port. */
function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

// Rules on `connections` of roundsman.yaml that look at more than the form of one value. Pure.

function connectionBreaches(connections: WrittenConnections): readonly RuleBreach[] {
  return Object.entries(connections).flatMap(([name, one]) => [
    ...nameBreaches(name),
    ...formOf(one).breaches(one, ['connections', name]),
    ...commandBreaches(name, one),
  ]);
}

/** `local` is what `outputs.file-item.tracker` calls the items of this machine. */
function nameBreaches(name: string): readonly RuleBreach[] {
  if (name !== 'local') return [];
  return [
    {
      path: ['connections', name],
      code: 'reserved-name',
      message:
        '`local` cannot be the name of a connection: it stands for the items of this machine',
      hint: 'Give it another name.',
    },
  ];
}

/** A command that prints a secret has it elsewhere. */
function commandBreaches(name: string, one: WrittenConnection): readonly RuleBreach[] {
  return Object.entries(one).flatMap(([key, value]) =>
    typeof value === 'string' && value.startsWith('command:') && literalSecret(value) !== null
      ? [secretBreach(['connections', name, key], `holds ${literalSecret(value)}`)]
      : [],
  );
}

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
