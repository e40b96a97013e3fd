/** Which of several titled things may be the same as one: to show a person, never to decide. Pure. */
import { likened, likeness } from './likeness.ts';

export interface Titled {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

export interface LikeTitle {
  readonly id: string;
  readonly title: string;
  /** 0 to 1. */
  readonly likeness: number;
}

/** The most alike first. */
export function likeTitles(
  one: Titled,
  others: readonly Titled[],
  most: number,
): readonly LikeTitle[] {
  const asked = compared(one);
  const rules = { wording: 'free', reach: 'anywhere', common: NONE } as const;
  return others
    .filter(({ id }) => id !== one.id)
    .map((other) => ({
      id: other.id,
      title: other.title,
      likeness: likeness(asked, compared(other), rules),
    }))
    .filter((found) => found.likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

const NONE: ReadonlySet<string> = new Set();

function compared({ id, title, body }: Titled): ReturnType<typeof likened> {
  return likened({ fingerprint: `made:${id}`, title, body, location: null });
}
