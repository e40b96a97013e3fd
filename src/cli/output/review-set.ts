/** One change set as a person with coffee reads it: what it is, why together, what is in the way, what to do next. */
import { readySentence, isUntested } from '../../review/set-words.ts';
import { relativeTime } from '../../words/local-time.ts';
import type { ChangeSet, Coupling, RiskLevel } from '../../words/review/change-set.ts';
import type { ReviewBranch } from '../../words/review/review-branch.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';
import type { StyleName } from './style.ts';

/** Branches that are listed of one set; the rest are counted. */
const MOST_BRANCHES = 8;

export function writeSetLines(page: Page, set: ChangeSet, now: Date): void {
  const { paint } = page;
  const shown = set.branches.slice(0, MOST_BRANCHES);
  const more = set.branches.length - shown.length;
  page.line(headOf(page, set));
  for (const branch of shown) {
    page.line(`  ${oneLine(branch.branch, 120)}  ${paint('faint', formatBranch(branch, now))}`);
    page.line(`      ${oneLine(branch.subject, 160)}`);
  }
  if (more > 0) page.line(paint('faint', `  and ${plural(more, 'more branch', 'more branches')}`));
  for (const [label, text] of factsOf(set))
    page.line(`  ${paint('faint', label.padEnd(9))} ${oneLine(text, 400)}`);
  page.line(`  ${paint('faint', 'next'.padEnd(9))} ${nextCommand(set)}`);
}

export function headOf({ paint }: Pick<Page, 'paint'>, set: ChangeSet): string {
  const { level } = set.risk;
  const size = plural(set.branches.length, 'branch', 'branches');
  const alike = set.alike === null ? '' : ` · ${alikeWords(set)}`;
  const what = set.variants.length > 0 ? `${size}, alternatives among them` : size;
  return `${paint('strong', set.id)}  ${paint(riskStyle(level), `${level} risk`)}  ${what} → ${oneLine(set.target, 60)}${paint('faint', alike)}`;
}

export function riskStyle(level: RiskLevel): StyleName {
  switch (level) {
    case 'high':
      return 'bad';
    case 'medium':
      return 'warn';
    case 'low':
      return 'good';
  }
}

/** `fix/a changes parseDate, fix/b calls it`, with both places where they are known. */
export function formatCoupling({ a, b, kind, detail, places }: Coupling): string {
  const [one, other] = places.map(({ path, line }) => (line === null ? path : `${path}:${line}`));
  const where =
    one === undefined || one === ''
      ? ''
      : one === other
        ? ` at ${one}`
        : ` at ${one} and ${other ?? ''}`;
  return `${shortName(a)} and ${shortName(b)}, ${kind.replace('-', ' ')}: ${withShortNames({ a, b, detail })}${where}`;
}

/** The next step, as it is typed. */
export function nextCommand({ id, readiness, branches, variants }: ChangeSet): string {
  const [first, second] = variants[0] ?? [];
  if (first !== undefined && second !== undefined)
    return `roundsman review compare ${oneLine(first, 200)} ${oneLine(second, 200)}`;
  if (isHeldUp({ readiness })) return `roundsman review show ${id}`;
  if (branches.length > 1 && readiness.some(isUntested)) return `roundsman review union ${id}`;
  if (readiness.every(({ ok }) => ok === true)) return `roundsman land ${id}`;
  return `roundsman review diff ${id}`;
}

export function isHeldUp({ readiness }: Pick<ChangeSet, 'readiness'>): boolean {
  return readiness.some(({ ok, blocks }) => ok === false && blocks);
}

/** What to do about the first thing that is in the way, as it is typed. */
export function unblockCommand({ id, readiness, trials, order }: ChangeSet): string {
  const held = readiness.find(({ ok, blocks }) => ok === false && blocks);
  const name = held?.name;
  if (name === 'comments') return 'roundsman review comments';
  if (name === 'questions') return 'roundsman morning';
  const apart = trials.filter(({ kind }) => kind === 'conflict');
  // The one that lands last is the one to be made fit.
  const last = order.findLast((one) => apart.some(({ a, b }) => a === one || b === one));
  return name === 'conflicts' && last !== undefined
    ? `roundsman review comment ${oneLine(last, 200)}`
    : `roundsman review diff ${id}`;
}

/** The detail of a coupling, with branches called as beside it. */
export function withShortNames({ a, b, detail }: Pick<Coupling, 'a' | 'b' | 'detail'>): string {
  // The longer first: it may begin with the other.
  const names = [a, b].toSorted((one, other) => other.length - one.length);
  return oneLine(
    names.reduce((text, name) => text.replaceAll(name, () => shortName(name)), detail),
    300,
  );
}

function factsOf(set: ChangeSet): readonly (readonly [string, string])[] {
  const bound = set.couplings.filter(({ binds }) => binds);
  const [tie] = bound;
  const conflicts = set.trials.filter(({ kind }) => kind === 'conflict');
  const rest = bound.length - 1;
  return [
    ...(tie === undefined
      ? []
      : [['together', `${formatCoupling(tie)}${rest > 0 ? `; ${rest} more` : ''}`] as const]),
    ...(conflicts.length === 0 ? [] : [['conflicts', conflictsWords(conflicts)] as const]),
    ['risk', set.risk.reasons.slice(0, 3).join('; ')],
    ['ready', readySentence(set.readiness, set.branches.length)],
  ];
}

function conflictsWords(conflicts: ChangeSet['trials']): string {
  const shown = conflicts.slice(0, 3).map(({ a, b, files }) => {
    const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
    return `${shortName(a)} with ${shortName(b)} at ${files[0]?.path ?? '?'}${more}`;
  });
  return `${shown.join('; ')}${conflicts.length > 3 ? `; ${conflicts.length - 3} more` : ''}`;
}

/** The last two parts of a name say enough beside the whole ones. */
export function shortName(branch: string): string {
  const parts = oneLine(branch, 200).split('/');
  return parts.length > 2 ? parts.slice(-2).join('/') : parts.join('/');
}

export function formatBranch(branch: ReviewBranch, now: Date): string {
  const size = `+${branch.insertions} −${branch.deletions} in ${plural(branch.changes.length, 'file')}`;
  const by =
    branch.owner === 'run'
      ? (branch.engine ?? 'a run')
      : `by ${branch.owner === 'agent' ? 'another agent' : 'a person'}`;
  const variant = branch.variant === null ? '' : `, variant ${branch.variant.label}`;
  return `${oneLine(by, 60)}${variant}, ${size}, ${relativeTime(branch.madeAt, now)}`;
}

function alikeWords({ alike }: ChangeSet): string {
  if (alike === null) return '';
  if (alike.kind === 'routine') return oneLine(alike.routine, 60);
  return alike.kind.replace('-', ' ');
}
