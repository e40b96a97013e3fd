/** What a token can see and do of one project on GitLab. Reads alone. */
import type { Environment } from '../../platform/environment.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { outwardRequest } from '../../platform/outward/outward-request.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';
import type { GitlabConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import { unreached, type ConnectReport } from '../connect-report.ts';

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  readonly signal: AbortSignal;
  /** `group/name` */
  readonly project: string;
}

/** As GitLab counts: who may push branches and open merge requests. */
const DEVELOPER = 30;
const ROLES: Readonly<Record<number, string>> = {
  5: 'minimal access',
  10: 'guest',
  15: 'planner',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
  50: 'owner',
};

export async function inspectProject(
  connection: GitlabConnection,
  { env, learn, signal, project }: Request,
): Promise<ConnectReport> {
  const token =
    connection.token === null ? null : await readCredential(connection.token, env, learn);
  const reach = await reachOf(connection, env);
  const ask = async (path: string): Promise<Asked> => {
    const result = await outwardRequest({
      url: `${connection.api}${path}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { 'private-token': token }),
      },
      reach,
      signal,
    });
    if (result.kind !== 'answer') return { kind: 'failed', status: null, why: result.why };
    const { status, body } = result.answer;
    const data = tryParseJson(new TextDecoder().decode(body));
    if (status !== 200 || !isRecord(data)) return { kind: 'failed', status, why: '' };
    return { kind: 'read', data };
  };
  const user = token === null ? null : await ask('/user');
  if (user?.kind === 'failed') return refusal(user, connection, project);
  const found = await ask(`/projects/${encodeURIComponent(project)}`);
  if (found.kind === 'failed') return refusal(found, connection, project);
  const as = user === null ? null : textOf(user.data['username']);
  return reportOf(found.data, { as, project, hasToken: token !== null });
}

type Asked =
  | { readonly kind: 'read'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly status: number | null; readonly why: string };

function reportOf(
  data: Readonly<Record<string, unknown>>,
  {
    as,
    project,
    hasToken,
  }: { readonly as: string | null; readonly project: string; readonly hasToken: boolean },
): ConnectReport {
  const level = accessLevel(data['permissions']);
  const isOpen = data['merge_requests_access_level'] !== 'disabled' && data['archived'] !== true;
  const answer = !hasToken || level < DEVELOPER || !isOpen ? 'no' : 'yes';
  const role = ROLES[level] ?? (level === 0 ? 'no role of its own' : `access level ${level}`);
  const branch = data['default_branch'];
  return {
    reached: true,
    as,
    sees: [
      [
        project,
        oneLine(textOf(data['visibility']) ?? 'of unknown visibility', 30),
        ...(typeof branch === 'string' ? [`default branch ${oneLine(branch, 60)}`] : []),
      ].join(', '),
      ...(hasToken ? [`the token is there as ${role}`] : []),
    ],
    can: [
      { what: 'push branches', answer: level >= 40 || answer === 'no' ? answer : 'unknown' },
      { what: 'open merge requests', answer },
    ],
    problems: isOpen
      ? []
      : [
          {
            what: `merge requests are switched off in ${project}, or it is archived`,
            hint: 'Switch them on in its settings.',
          },
        ],
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? oneLine(value, 60) : null;
}

/** The higher one of what the project and its group give. */
function accessLevel(permissions: unknown): number {
  if (!isRecord(permissions)) return 0;
  const levels = ['project_access', 'group_access'].map((key) => {
    const access = permissions[key];
    const level = isRecord(access) ? access['access_level'] : null;
    return typeof level === 'number' ? level : 0;
  });
  return Math.max(...levels);
}

function refusal(
  { status, why }: Extract<Asked, { kind: 'failed' }>,
  { name }: GitlabConnection,
  project: string,
): ConnectReport {
  if (status === null)
    return unreached(why, 'Look at `api`, at the network, and at `private` and `ca`.');
  if (status === 401)
    return unreached(
      'the token is not taken (401): it is wrong, or has expired',
      `Make a new one, and put it where connections.${name}.token says.`,
    );
  if (status === 403) return unreached('it is refused (403)', 'Give the token the scope `api`.');
  if (status === 404)
    return unreached(
      `there is no ${project} for that token (404)`,
      'Correct `project`, or give the token a right to read it.',
    );
  return unreached(
    `it answers with ${status}`,
    'Try again later; is `api` the base of the API, such as https://gitlab.com/api/v4?',
  );
}
