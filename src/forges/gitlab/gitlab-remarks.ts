import type { Answered, ForgeRemark } from '../contract.ts';
import type { ForgeFailure } from '../forge-failure.ts';
import { fieldOf, isTrueAt, numberAt, textAt } from '../read-fields.ts';
import type { GitlabPlace } from './gitlab-client.ts';

/** Developer: may push to branches that are not protected. */
const MAY_WRITE = 30;

/** Notes of people; what GitLab itself notes (approvals, labels, pushes) asks for nothing. */
export async function gitlabRemarks(
  place: GitlabPlace,
  number: number,
  since: string | null,
): Promise<Answered<readonly ForgeRemark[]>> {
  const { client, project } = place;
  const listed = await client.list(`${project}/merge_requests/${number}/notes`, {
    sort: 'asc',
    order_by: 'created_at',
  });
  if (listed.kind !== 'answer') return listed;
  const rights = new Map<number, Rights>();
  const remarks: ForgeRemark[] = [];
  for (const note of listed.value) {
    const id = numberAt(note, 'id');
    const author = numberAt(note, 'author', 'id');
    const at = textAt(note, 'created_at');
    if (id === null || author === null || isTrueAt(note, 'system')) continue;
    if (since !== null && Date.parse(at) < Date.parse(since)) continue;
    const may = rights.get(author) ?? (await rightsOf(place, author));
    if ('kind' in may) return may;
    rights.set(author, may);
    remarks.push({
      id: `note:${id}`,
      by: textAt(note, 'author', 'username'),
      ...may,
      at,
      url: '',
      text: textAt(note, 'body'),
      place: placeOf(note),
      asks: fieldOf(note, 'resolved') !== true,
    });
  }
  return { kind: 'answer', value: remarks };
}

interface Rights {
  readonly mayWrite: boolean;
  readonly isBot: boolean;
}

async function rightsOf(
  { client, project }: GitlabPlace,
  user: number,
): Promise<Rights | ForgeFailure> {
  const who = await client.get(`/users/${user}`);
  if (isPassing(who)) return who;
  // A user who is gone, or who may not be seen, has no write access.
  if (who.kind !== 'answer') return { mayWrite: false, isBot: false };
  if (isTrueAt(who.value, 'bot')) return { mayWrite: false, isBot: true };
  const member = await client.get(`${project}/members/all/${user}`);
  if (isPassing(member)) return member;
  const level = member.kind === 'answer' ? numberAt(member.value, 'access_level') : null;
  return { mayWrite: (level ?? 0) >= MAY_WRITE, isBot: false };
}

/** Asked again later there may be an answer. */
function isPassing(
  asked: Answered<unknown>,
): asked is Extract<ForgeFailure, { readonly kind: 'no-answer' | 'limited' | 'log-in' }> {
  return asked.kind === 'no-answer' || asked.kind === 'limited' || asked.kind === 'log-in';
}

function placeOf(note: unknown): string | null {
  const path = textAt(note, 'position', 'new_path');
  if (path === '') return null;
  const line = numberAt(note, 'position', 'new_line') ?? numberAt(note, 'position', 'old_line');
  return line === null ? path : `${path}:${line}`;
}
