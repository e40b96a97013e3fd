/**
 * Routines that follow other routines, or read their reports: each has to be there, and none may come round to itself by
 * what it follows. A catalog-wide check, for no file can be wrong in this by itself. Pure.
 */
import { closestWord, oneLine } from '../../words/text.ts';
import type { Trigger } from '../../words/trigger.ts';
import type { CatalogEntry } from '../catalog.ts';
import type { FollowedRoutine } from '../definition-context.ts';
import type { Problem } from './problem.ts';

export interface ChainMember {
  readonly id: string;
  readonly file: string;
  readonly follows: readonly FollowedRoutine[];
}

/** What a routine follows, where only its triggers are at hand: every place is the head of the file. */
export function followedRoutines(triggers: readonly Trigger[]): readonly FollowedRoutine[] {
  return triggers.flatMap((trigger) =>
    trigger.kind === 'routine' ? trigger.completed.map((id) => ({ id, line: 1, column: 1 })) : [],
  );
}

/**
 * In the order of the members. Of a circle the file is named that closes it, looked at in that order, so that mending
 * one file mends the circle and the others stay sound.
 * @param others ids that are there and are not members, such as those of broken files
 */
export function chainProblems(
  members: readonly ChainMember[],
  others: Iterable<string> = [],
): readonly Problem[] {
  const known = new Set([...others, ...members.map(({ id }) => id)]);
  const missing = members.flatMap((member) =>
    member.follows
      .filter(({ id }) => !known.has(id))
      .map((followed) => noRoutine(member, followed, [...known])),
  );
  return [...missing, ...circleProblems(members)];
}

/** Files with such a problem take their place among the broken ones; the rest of the catalog stays as it is. */
export function refuseBadChains(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const sound = entries.flatMap((entry) => (entry.kind === 'routine' ? [entry] : []));
  const problems = chainProblems(
    sound,
    entries.map(({ id }) => id),
  );
  if (problems.length === 0) return entries;
  return entries.map((entry) => {
    const own = problems.filter(({ file }) => file === entry.file);
    if (own.length === 0) return entry;
    return { kind: 'broken', id: entry.id, file: entry.file, problems: own };
  });
}

interface Visit {
  readonly member: ChainMember;
  /** Of `member.follows`, the one to go to next. */
  next: number;
}

/** A walk in depth with a list of its own: chains may be longer than the stack of the program is deep. */
function circleProblems(members: readonly ChainMember[]): readonly Problem[] {
  const starting = members.map((member) => ({
    ...member,
    follows: member.follows.filter(({ by }) => by === undefined),
  }));
  const byId = new Map(starting.map((member) => [member.id, member]));
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const member of starting) {
    if (seen.has(member.id)) continue;
    seen.add(member.id);
    const path: Visit[] = [{ member, next: 0 }];
    const open = new Set([member.id]);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const followed = visit.member.follows[visit.next];
      visit.next += 1;
      if (followed === undefined) {
        path.pop();
        open.delete(visit.member.id);
      } else if (open.has(followed.id)) {
        problems.push(circle(visit.member, followed, path));
      } else {
        const target = byId.get(followed.id);
        if (target === undefined || seen.has(target.id)) continue;
        seen.add(target.id);
        open.add(target.id);
        path.push({ member: target, next: 0 });
      }
    }
  }
  return problems;
}

function noRoutine(
  { file }: ChainMember,
  followed: FollowedRoutine,
  known: readonly string[],
): Problem {
  const near = closestWord(followed.id, known);
  return {
    file,
    line: followed.line,
    column: followed.column,
    code: 'unknown-routine',
    message: `\`${followed.by === 'reports' ? 'context.reports.from' : 'on.routine.completed'}\` names \`${oneLine(followed.id, 80)}\`, and there is no such routine`,
    hint:
      near === null ? 'Routines are in routines/: name one of them.' : `Did you mean \`${near}\`?`,
  };
}

const MOST_NAMED = 8;

function circle(
  { id, file }: ChainMember,
  followed: FollowedRoutine,
  path: readonly Visit[],
): Problem {
  const from = path.findIndex(({ member }) => member.id === followed.id);
  // The path goes from each to what it follows; runs go the other way round.
  const names = path
    .slice(from)
    .map(({ member }) => member.id)
    .toReversed();
  const told = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), '…'] : names;
  return {
    file,
    line: followed.line,
    column: followed.column,
    code: 'circle',
    message:
      names.length === 1
        ? `\`on.routine.completed\` names the routine itself, \`${id}\`: it would start itself for ever`
        : `\`on.routine.completed\` closes a circle that would never end: ${[...told, id].join(' → ')}`,
    hint: `Remove \`${oneLine(followed.id, 80)}\` from it, or break the circle elsewhere.`,
  };
}
