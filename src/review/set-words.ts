/** What waits for review in words: how much, and whether it can land. Pure. */
import type {
  ReadinessLine,
  ReadinessName,
  Union,
  MergeTrial,
} from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine, plural } from '../words/text.ts';

const LONGEST = 160;

/** `Merges cleanly. No checks configured.`; what keeps it from landing comes alone. @param branches how many it has */
export function readySentence(lines: readonly ReadinessLine[], branches: number): string {
  const held = lines.filter(({ ok, blocks }) => ok === false && blocks);
  if (held.length > 0) return `Not ready: ${held.map(saidOf).join('; ')}.`;
  return lines
    .flatMap((line) => sentenceOf(line, branches))
    .map(
      (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`,
    )
    .join(' ');
}

/** Of what is right only what a person asks first. */
function sentenceOf(line: ReadinessLine, branches: number): readonly string[] {
  const { name, ok } = line;
  if (name === 'union' && branches < 2 && ok !== false) return [];
  if (ok === true) return RIGHT[name] ?? [];
  if (isUntested(line)) return ['not tested together yet'];
  if (name === 'judgement' && ok === null) return [];
  return [saidOf(line)];
}

const RIGHT: Partial<Readonly<Record<ReadinessName, readonly string[]>>> = {
  checks: ['checks passed'],
  conflicts: ['merges cleanly'],
  union: ['tested together'],
};

function saidOf({ detail }: ReadinessLine): string {
  return oneLine(detail, LONGEST).replace(/\.$/, '');
}

/** `3 branches in 2 groups`; where none belong together, the branches alone. */
export function countWords(branches: number, groups: number): string {
  const many = plural(branches, 'branch', 'branches');
  return branches === groups ? many : `${many} in ${plural(groups, 'group')}`;
}

// What is known of a set as a whole, built and checked once. Pure.
const UNCHECKED = 'merges as a whole, and no check is known: set review.checks';

/** Whether nobody has built the whole yet. */
export function isUntested({ name, ok, detail }: ReadinessLine): boolean {
  return name === 'union' && ok === null && detail !== UNCHECKED;
}

/** The newest union of exactly these tips on exactly this target; one of before is told as such. */
export function unionLine({ id, branches, lines, unions }: SetQuestion): ReadinessLine {
  const newestFirst = unions.toReversed();
  const same = newestFirst.find((union) => isOf(union, branches));
  if (same !== undefined) {
    const words = wordsOf(same);
    // What is known to break together does not land unseen.
    return { name: 'union', blocks: words.ok === false, ...words };
  }
  const [only] = branches;
  const checks = lines[only?.branch ?? '']?.find(({ name }) => name === 'checks');
  if (branches.length === 1 && checks?.ok === true)
    return {
      name: 'union',
      ok: true,
      detail: 'one branch, checked as it would land',
      blocks: false,
    };
  const before = newestFirst.some(({ set }) => set === id);
  const words = before ? 'what was built is of other commits' : 'not built';
  return {
    name: 'union',
    ok: null,
    detail: `${words}: roundsman review union ${id}`,
    blocks: false,
  };
}

function isOf(union: Union, branches: SetQuestion['branches']): boolean {
  const tips = new Map(branches.map(({ branch, tip }) => [branch, tip]));
  return (
    union.members.length === tips.size &&
    union.members.every(({ branch, tip }) => tips.get(branch) === tip) &&
    branches.every(({ targetTip }) => targetTip === union.targetTip)
  );
}

function wordsOf({
  state,
  checks,
  breaking,
  members,
}: Union): Pick<ReadinessLine, 'ok' | 'detail'> {
  switch (state.kind) {
    case 'running':
      return { ok: null, detail: 'is being built' };
    case 'passed':
      return { ok: true, detail: `${plural(checks.length, 'check')} passed on the whole` };
    case 'unchecked':
      return { ok: null, detail: UNCHECKED };
    case 'broken': {
      const failed = checks.filter(({ exitCode }) => exitCode !== 0).map(({ command }) => command);
      const who =
        breaking.length === 0
          ? ''
          : `; ${breaking.map((one) => oneLine(one, 80)).join(' and ')} break it together`;
      return { ok: false, detail: `fails ${oneLine(failed.join(', '), 120)}${who}` };
    }
    case 'conflict': {
      const of = plural(members.length, 'branch', 'branches');
      return {
        ok: false,
        detail: `of ${of} ${oneLine(state.at, 80)} does not merge: ${oneLine(state.files.map(({ path }) => path).join(', '), 200)}`,
      };
    }
    case 'failed':
      return { ok: null, detail: `could not be built: ${oneLine(state.why, 200)}` };
  }
}

// What readiness of a set follows from. Types only.
export interface SetQuestion {
  readonly id: string;
  readonly branches: readonly ReviewBranch[];
  /** By branch. */
  readonly lines: Readonly<Record<string, readonly ReadinessLine[]>>;
  readonly trials: readonly MergeTrial[];
  /** Alternatives: their conflicts with one another count for nothing, as one of them lands. */
  readonly variants: readonly (readonly string[])[];
  readonly unions: readonly Union[];
}
