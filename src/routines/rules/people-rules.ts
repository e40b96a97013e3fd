/** Rules on `page` of roundsman.yaml. Pure. */
import type { RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import type { WrittenWorkspace } from '../schema/workspace-schema.ts';

type Page = WrittenWorkspace['page'];
type People = NonNullable<Page['people']>;

const PATH = ['page', 'people'];

/** @param host where the page listens; `null`: at a loopback address of its own, or nowhere */
export function peopleBreaches(
  { people, token }: Page,
  host: string | null,
): readonly RuleBreach[] {
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
export function isLoopback(host: string): boolean {
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
