/** Whose files meet: sub-items of a plan among each other, and with what is open elsewhere. Pure. */
import { firstMeeting } from '../scheduler/globs-meet.ts';
import type { ItemKey } from '../words/ids.ts';
import type { PlannedTask } from '../words/item.ts';

export interface PlanOverlap {
  /** The sub-item's number. */
  readonly task: number;
  readonly with:
    | { readonly kind: 'task'; readonly number: number }
    | { readonly kind: 'branch'; readonly name: string }
    | { readonly kind: 'item'; readonly key: ItemKey };
  /** A pattern of the sub-item, and what of the other it meets. */
  readonly ours: string;
  readonly theirs: string;
}

export interface OpenWork {
  readonly branches: readonly { readonly name: string; readonly files: readonly string[] }[];
  readonly items: readonly { readonly key: ItemKey; readonly files: readonly string[] }[];
}

/** Of each pair one, by the first patterns that meet. What one of them waits for anyway is not an overlap. */
export function planOverlaps(
  tasks: readonly PlannedTask[],
  work: OpenWork,
): readonly PlanOverlap[] {
  return tasks.flatMap((task, index) => [
    ...tasks.slice(index + 1).flatMap((other) => {
      if (task.dependsOn.includes(other.number) || other.dependsOn.includes(task.number)) return [];
      return meeting(task, { kind: 'task', number: other.number }, other.files);
    }),
    ...work.branches.flatMap(({ name, files }) => meeting(task, { kind: 'branch', name }, files)),
    ...work.items
      .filter(({ key }) => key !== task.made)
      .flatMap(({ key, files }) => meeting(task, { kind: 'item', key }, files)),
  ]);
}

function meeting(
  { number, files }: PlannedTask,
  other: PlanOverlap['with'],
  theirs: readonly string[],
): readonly PlanOverlap[] {
  const found = firstMeeting(files, theirs);
  return found === null ? [] : [{ task: number, with: other, ...found }];
}
