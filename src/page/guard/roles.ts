/**
 * Which role each action of the page takes: one table, which is compared with the routes by a test. Who has one of the
 * roles that stand there may act; `admin` may everything. An action that is missing here is for admins.
 */
import { ROLES, type PeopleSettings, type Role } from '../../routines/definition-context.ts';

/** Who asks, where the page serves several people. */
export interface Person {
  /** As the proxy or provider says it: the actor of what is decided. */
  readonly name: string;
  readonly roles: readonly Role[];
}

const REVIEW: readonly Role[] = ['reviewer'];
const RUN: readonly Role[] = ['operator'];
const ADMIN: readonly Role[] = ['admin'];

/** By the path of the route. */
export const ACTION_ROLES: Readonly<Record<string, readonly Role[]>> = {
  '/inbox/act': REVIEW,
  '/inbox/undo': REVIEW,
  '/inbox/back': REVIEW,
  '/findings/decide': REVIEW,
  '/notes/decide': REVIEW,
  '/outbox/decide': REVIEW,
  '/outbox/edit': REVIEW,
  '/outbox/retry': REVIEW,
  '/questions/answer': REVIEW,
  '/runs/:id/answer': REVIEW,
  '/review/land': REVIEW,
  '/review/undo': REVIEW,
  '/review/discard': REVIEW,
  '/review/restore': REVIEW,
  '/review/split': REVIEW,
  '/review/pull-request': REVIEW,
  '/review/pick': REVIEW,
  '/review/choose': REVIEW,
  '/review/union': REVIEW,
  '/review/judge': REVIEW,
  '/review/comment': REVIEW,
  '/review/send': REVIEW,
  '/review/settle': REVIEW,
  '/routines/pause': RUN,
  '/routines/resume': RUN,
  '/routines/undo-pause': RUN,
  '/routines/:id/run': RUN,
  '/routines/:id/pause': RUN,
  '/routines/:id/resume': RUN,
  '/runs/:id/cancel': RUN,
  '/runs/:id/go-on': RUN,
  '/runs/:id/retry': RUN,
  '/messages/retry': RUN,
  '/messages/drop': RUN,
  '/jobs/:id/cancel': ['reviewer', 'operator'],
  // These change what runs, or the machine of the daemon.
  '/routines/commit': ADMIN,
  '/routines/:id/enable': ADMIN,
  '/review/check-out': ADMIN,
};

/** Views that not everybody sees; also where a view is no more than a form. */
export const VIEW_ROLES: Readonly<Record<string, readonly Role[]>> = {
  '/audit': ADMIN,
  '/audit/export': ADMIN,
  '/routines/new': ADMIN,
  '/routines/:id/edit': ADMIN,
  '/routines/:id/enable': ADMIN,
};

/** @param person `null`: the page serves one person, who may everything */
export function mayAct(person: Person | null, route: string): boolean {
  return person === null || has(person, ACTION_ROLES[route] ?? ADMIN);
}

export function mayView(person: Person | null, route: string): boolean {
  const roles = VIEW_ROLES[route];
  return person === null || roles === undefined || has(person, roles);
}

function has({ roles }: Person, wanted: readonly Role[]): boolean {
  return roles.includes('admin') || roles.some((role) => wanted.includes(role));
}

/** `null`: that name has no role here. Names are compared letter by letter. */
export function personOf(
  { roles }: PeopleSettings,
  { name, groups = [] }: { readonly name: string; readonly groups?: readonly string[] },
): Person | null {
  // A person may not pass for a group by their name.
  const own = name.startsWith('group:') ? [] : [name];
  const names = new Set([...own, ...groups.map((group) => `group:${group}`)]);
  const held = ROLES.filter((role) => roles[role].some((one) => names.has(one)));
  return held.length === 0 ? null : { name, roles: held };
}

/** One sentence for who lacks it: `Ada may not do this: it takes the role reviewer.` */
export function roleWords({ name }: Person, wanted: readonly Role[]): string {
  return `${name} may not do this: it takes the role ${[...new Set([...wanted, 'admin'])].join(' or ')}.`;
}
