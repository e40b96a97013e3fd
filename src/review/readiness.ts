/** What has to be right before a branch or a set lands, one line each. Pure, over what was found out. */
import {
  type MergeTrial,
  READINESS_NAMES,
  type ReadinessLine,
  type ReadinessName,
} from '../words/review/change-set.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine, plural } from '../words/text.ts';
import type { BranchKnowledge } from './gather-knowledge.ts';
import { type SetQuestion, unionLine } from './set-words.ts';

export interface BranchQuestion {
  readonly branch: ReviewBranch;
  readonly known: BranchKnowledge;
  /** Of this branch: with its target, and with others of its set. */
  readonly trials: readonly MergeTrial[];
  readonly largeLines: number;
}

export function branchReadiness(question: BranchQuestion): readonly ReadinessLine[] {
  return inOrder([
    checksLine(question),
    conflictsLine(question),
    protectedLine(question),
    bannersLine(question),
    sizeLine(question),
    findingsLine(question),
    questionsLine(question),
    baseLine(question),
    commentsLine(question),
    ...judgementLine(question),
    workedOnLine(question),
  ]);
}

/** The worst of its branches, and what is of the set alone: whether they merge with one another, and hold together. */
export function setReadiness(question: SetQuestion): readonly ReadinessLine[] {
  const { branches, lines } = question;
  const each = READINESS_NAMES.filter((name) => name !== 'conflicts' && name !== 'union').flatMap(
    (name) => {
      const own = branches.flatMap(({ branch }) => {
        const line = lines[branch]?.find((one) => one.name === name);
        return line === undefined ? [] : [{ branch, line }];
      });
      return own.length === 0 ? [] : [together(name, own)];
    },
  );
  return inOrder([...each, setConflicts(question), unionLine(question)]);
}

function inOrder(lines: readonly ReadinessLine[]): readonly ReadinessLine[] {
  return lines.toSorted(
    (a, b) => READINESS_NAMES.indexOf(a.name) - READINESS_NAMES.indexOf(b.name),
  );
}

function line(name: ReadinessName, ok: boolean | null, detail: string): ReadinessLine {
  return { name, ok, detail, blocks: false };
}

/** Landing is refused while it is not ok. */
function gate(name: ReadinessName, ok: boolean | null, detail: string): ReadinessLine {
  return { name, ok, detail, blocks: ok === false };
}

function checksLine({ branch, known }: BranchQuestion): ReadinessLine {
  const { checks } = known;
  if (checks === null) return gate('checks', null, 'no run of ours made it: nothing was checked');
  const when = `in run ${checks.run.slice(-6)} on ${checks.at.slice(0, 10)}`;
  switch (checks.kind) {
    case 'going-on':
      return gate('checks', null, `run ${checks.run.slice(-6)} continues`);
    case 'none':
      return gate('checks', null, 'no checks configured');
    case 'failed':
      return gate('checks', false, `failed ${when}: roundsman logs ${checks.run.slice(-6)}`);
    case 'passed':
      if (checks.head !== branch.tip)
        return gate('checks', null, `passed ${when}, and the branch has moved since`);
      if (branch.behind === 0) return gate('checks', true, `passed ${when}`);
      return gate(
        'checks',
        null,
        `passed ${when}; ${oneLine(branch.target, 60)} has moved by ${plural(branch.behind, 'commit')} since`,
      );
  }
}

function conflictsLine({ branch, trials }: BranchQuestion): ReadinessLine {
  const withTarget = trials.find(({ a, b }) => a === branch.branch && b === branch.target);
  if (withTarget?.kind === 'conflict') {
    const detail = `does not merge with ${oneLine(branch.target, 60)}: ${filesOf([withTarget])}; rebase it, or comment back`;
    return gate('conflicts', false, detail);
  }
  const odd = trials.find(({ kind }) => kind === 'error');
  if (withTarget === undefined || odd !== undefined)
    return gate('conflicts', null, odd === undefined ? 'not tried' : `not tried: ${odd.detail}`);
  const pairs = trials.filter(({ kind }) => kind === 'conflict');
  if (pairs.length === 0)
    return gate('conflicts', true, `merges with ${oneLine(branch.target, 60)}`);
  const others = pairs.map(({ a, b }) => oneLine(a === branch.branch ? b : a, 80)).join(', ');
  // Alone it lands; whichever comes second does not.
  return line('conflicts', false, `not together with ${others}: ${filesOf(pairs)}`);
}

function protectedLine({ branch, known }: BranchQuestion): ReadinessLine {
  const paths = known.protectedPaths;
  if (paths.length === 0) return gate('protected', true, 'no protected file');
  const detail = `changes ${someOf(paths)}: read it whole`;
  // A person may change what agents may not.
  return branch.owner === 'person'
    ? line('protected', false, detail)
    : gate('protected', false, detail);
}

function bannersLine({ known: { banners } }: BranchQuestion): ReadinessLine {
  if (banners.length === 0) return line('banners', true, 'no warnings');
  return line('banners', false, banners.map((text) => oneLine(text, 300)).join('; '));
}

function sizeLine({ branch, largeLines }: BranchQuestion): ReadinessLine {
  const lines = branch.insertions + branch.deletions;
  const words = `${plural(lines, 'line')} in ${plural(branch.changes.length, 'file')}`;
  return lines > largeLines
    ? line('size', false, `${words}, more than ${largeLines}: review split takes it apart by files`)
    : line('size', true, words);
}

function findingsLine({ branch, known: { findings } }: BranchQuestion): ReadinessLine {
  if (findings.length === 0) return line('findings', true, 'deals with no finding');
  const over = findings.filter(({ state }) => state === 'resolved' || state === 'dismissed');
  const ids = findings.map(({ id }) => id).slice(0, 5);
  if (over.length === findings.length) {
    const words = [...new Set(over.map(({ state }) => state))].join(' or ');
    return line('findings', false, `${ids.join(', ')}: ${words} since; is it still wanted?`);
  }
  const dismissed = over.filter(({ state }) => state === 'dismissed').map(({ id }) => id);
  if (dismissed.length > 0)
    return line(
      'findings',
      false,
      `${someOf(dismissed)} of ${findings.length} findings ${dismissed.length === 1 ? 'was' : 'were'} dismissed since, and the branch still has ${dismissed.length === 1 ? 'it' : 'them'}${againWords(branch)}`,
    );
  const more = over.length === 0 ? '' : `, ${over.length} of them over already`;
  return line(
    'findings',
    true,
    `deals with ${plural(findings.length, 'finding')}: ${ids.join(', ')}${more}`,
  );
}

/** A new run makes its branch again without what was dismissed. */
function againWords({ routine }: ReviewBranch): string {
  return routine === null ? '' : `: roundsman run ${routine}`;
}

function questionsLine({ known: { questions } }: BranchQuestion): ReadinessLine {
  if (questions.length === 0) return line('questions', true, 'none is open');
  const [first] = questions;
  const more = questions.length > 1 ? ` and ${questions.length - 1} more` : '';
  return line('questions', false, `${oneLine(first ?? '', 200)}${more}: roundsman answer`);
}

function baseLine({ branch, known }: BranchQuestion): ReadinessLine {
  const target = oneLine(branch.target, 60);
  if (branch.unpulled !== null) {
    const detail = `${target} here is behind ${oneLine(branch.unpulled, 80)}, where it began: git pull`;
    return gate('base', false, detail);
  }
  if (branch.lostBase !== null) {
    const detail = `it began at ${branch.lostBase.slice(0, 10)}, which ${target} no longer has: landing it would bring that back`;
    return gate('base', false, detail);
  }
  if (branch.behind === 0) return line('base', true, `begins where ${target} is`);
  const behind = `${target} has moved by ${plural(branch.behind, 'commit')}`;
  if (known.moved.length === 0) return line('base', true, `${behind}, none at its files`);
  return line('base', null, `${behind}, also at ${someOf(known.moved)}: test them together`);
}

function commentsLine({ branch, known: { comments } }: BranchQuestion): ReadinessLine {
  const { drafts, sent } = comments;
  if (drafts + sent === 0) return line('comments', true, 'none is open');
  const parts = [
    ...(drafts === 0 ? [] : [`${plural(drafts, 'comment')} not sent`]),
    ...(sent === 0 ? [] : [`${sent} sent and not settled`]),
  ];
  return line(
    'comments',
    false,
    `${parts.join(', ')}: review comments ${oneLine(branch.branch, 120)}`,
  );
}

/** Said only where there is one, or where the workspace asks for one. */
function judgementLine({ branch, known }: BranchQuestion): readonly ReadinessLine[] {
  const { judgement, judged } = known;
  if (judgement === null)
    return judged
      ? [line('judgement', null, `not asked for: review judge ${oneLine(branch.branch, 120)}`)]
      : [];
  const ok = judgement.verdict === 'unknown' ? null : judgement.verdict === 'pass';
  const words = `${judgement.engine} says ${judgement.verdict}: ${oneLine(judgement.summary, 200)}`;
  return [line('judgement', ok, words)];
}

function workedOnLine({ known: { workedOn } }: BranchQuestion): ReadinessLine {
  return workedOn.length === 0
    ? gate('worked-on', true, 'no process works on it')
    : gate('worked-on', false, workedOn.map((text) => oneLine(text, 200)).join('; '));
}

/** One line for a name: what is worst of it, and of how many. */
function together(
  name: ReadinessName,
  own: readonly { readonly branch: string; readonly line: ReadinessLine }[],
): ReadinessLine {
  const bad = own.filter(({ line: { ok } }) => ok === false);
  const open = own.filter(({ line: { ok } }) => ok === null);
  const told = bad.length > 0 ? bad : open.length > 0 ? open : own;
  const ok = bad.length > 0 ? false : open.length > 0 ? null : true;
  const blocks = bad.some((one) => one.line.blocks);
  const [first] = told;
  if (first === undefined || own.length === 1)
    return { name, ok, detail: first?.line.detail ?? '', blocks };
  const details = new Set(told.map((one) => one.line.detail));
  if (details.size === 1 && told.length === own.length)
    return { name, ok, detail: `each: ${first.line.detail}`, blocks };
  if (ok === true) return { name, ok, detail: `all ${own.length}`, blocks };
  const shown = told.slice(0, 3).map((one) => `${oneLine(one.branch, 80)}: ${one.line.detail}`);
  const more = told.length > 3 ? `; and ${told.length - 3} more` : '';
  return {
    name,
    ok,
    detail: `${told.length} of ${own.length}: ${shown.join('; ')}${more}`,
    blocks,
  };
}

function setConflicts({ branches, trials, variants }: SetQuestion): ReadinessLine {
  const alternatives = (a: string, b: string): boolean =>
    variants.some((names) => names.includes(a) && names.includes(b));
  const counted = trials.filter(({ a, b }) => !alternatives(a, b));
  const bad = counted.filter(({ kind }) => kind === 'conflict');
  const odd = counted.filter(({ kind }) => kind === 'error');
  if (bad.length > 0) {
    const shown = bad
      .slice(0, 3)
      .map((one) => `${oneLine(one.a, 80)} and ${oneLine(one.b, 80)}: ${filesOf([one])}`);
    const more = bad.length > 3 ? `; and ${plural(bad.length - 3, 'more pair', 'more pairs')}` : '';
    return gate('conflicts', false, `${shown.join('; ')}${more}`);
  }
  const expected = branches.length > 0 && counted.length === 0;
  if (odd.length > 0 || expected)
    return gate('conflicts', null, `not tried${odd[0] === undefined ? '' : `: ${odd[0].detail}`}`);
  const words = branches.length === 1 ? 'merges' : `all ${branches.length} merge`;
  return gate('conflicts', true, `${words} with ${oneLine(branches[0]?.target ?? '', 60)}`);
}

function filesOf(trials: readonly MergeTrial[]): string {
  return someOf([...new Set(trials.flatMap(({ files }) => files.map(({ path }) => path)))]);
}

function someOf(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => oneLine(name, 120));
  const more = names.length - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
