import { replacedBranches } from '../../../review/branch-origins.ts';
import { findReviewed, type Reviewed } from '../../../review/find-reviewed.ts';
import type { ChangeSet, Coupling, ReadinessLine } from '../../../words/review/change-set.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { oneLine, plural } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import {
  formatBranch,
  headOf,
  isHeldUp,
  nextCommand,
  riskStyle,
  shortName,
  unblockCommand,
  withShortNames,
} from '../../output/review-set.ts';
import { toNamedBranchView, toSetView } from '../../output/review-view.ts';
import type { StyleName } from '../../output/style.ts';
import { writeJson } from '../../output/write-json.ts';

// Everything that is known of one set, or of one branch.

const MOST_COUPLINGS = 40;
const MOST_FILES = 40;
/** Wider tables fit no terminal; the list of conflicts says it all. */
const MOST_COLUMNS = 12;

function writeSetPage(page: Page, set: ChangeSet, now: Date): void {
  page.line(headOf(page, set));
  page.line();
  writeBranches(page, set, now);
  writeCouplings(page, set.couplings);
  writeConflicts(page, set);
  writeVariants(page, set);
  if (set.branches.length > 1) {
    heading(page, 'order');
    page.line(`  ${set.order.map((name) => shortName(name)).join(' → ')}`);
  }
  writeReadiness(page, set.readiness);
  writeRisk(page, set.risk);
  page.line();
  const diff = `roundsman review diff ${set.id}`;
  const next = isHeldUp(set) ? unblockCommand(set) : nextCommand(set);
  page.line(`${page.paint('faint', 'next')}  ${next}`);
  if (next !== diff) page.line(`${page.paint('faint', 'diff')}  ${diff}`);
}

function writeBranchPage(
  page: Page,
  {
    branch,
    set,
    aside,
    replaces,
  }: {
    readonly branch: ReviewBranch;
    readonly set: ChangeSet | null;
    /** Branches that waited before and that it took the place of. */
    readonly replaces: readonly string[];
    /** Why it does not wait for a person; `null`: it does. */
    readonly aside: string | null;
  },
  now: Date,
): void {
  page.line(
    `${page.paint('strong', oneLine(branch.branch, 200))}  ${oneLine(branch.subject, 200)}`,
  );
  page.line();
  page.fields([
    ['made', formatBranch(branch, now)],
    ['run', branch.runId === null ? null : `${branch.runId.slice(-6)} of ${branch.routine ?? '?'}`],
    ['item', branch.item],
    ['lands on', `${branch.target}, ${plural(branch.behind, 'commit')} behind`],
    ['commits', `${branch.commits}, tip ${branch.tip.slice(0, 10)}`],
    ['worktree', branch.worktree],
    [
      'group',
      set === null || set.branches.length === 1
        ? null
        : `${set.id}, with ${plural(set.branches.length - 1, 'other branch', 'other branches')}`,
    ],
    ['replaces', replaces.length === 0 ? null : replaces.map(replacedWords).join('\n')],
    ['not waiting', aside],
  ]);
  writeFiles(page, branch);
  if (set === null) return;
  const isOf = (one: { readonly a: string; readonly b: string }): boolean =>
    one.a === branch.branch || one.b === branch.branch;
  writeCouplings(page, set.couplings.filter(isOf));
  const conflicts = set.trials.filter((one) => one.kind !== 'clean' && isOf(one));
  if (conflicts.length > 0) {
    heading(page, 'conflicts');
    for (const one of conflicts) page.line(`  ${conflictWords(one)}`);
  }
  writeReadiness(page, set.branchReadiness[branch.branch] ?? []);
  const risk = set.risks[branch.branch];
  if (risk !== undefined) writeRisk(page, risk);
  page.line();
  page.line(`${page.paint('faint', 'diff')}  roundsman review diff ${oneLine(branch.branch, 200)}`);
}

function replacedWords(branch: string): string {
  const name = oneLine(branch, 200);
  return `${name}; back: roundsman review restore ${name}`;
}

function heading(page: Page, text: string): void {
  page.line();
  page.line(page.paint('strong', text));
}

function writeBranches(page: Page, set: ChangeSet, now: Date): void {
  for (const [index, branch] of set.branches.entries()) {
    const level = set.risks[branch.branch]?.level ?? 'low';
    const risk = page.paint(riskStyle(level), level);
    page.line(`${String(index + 1).padStart(2)}  ${oneLine(branch.branch, 200)}  ${risk}`);
    page.line(`    ${oneLine(branch.subject, 200)}`);
    page.line(`    ${page.paint('faint', formatBranch(branch, now))}`);
  }
}

function writeFiles(page: Page, { changes }: ReviewBranch): void {
  heading(page, 'files');
  for (const { path, from, status, insertions, deletions } of changes.slice(0, MOST_FILES)) {
    const name =
      from === null ? oneLine(path, 300) : `${oneLine(from, 300)} → ${oneLine(path, 300)}`;
    const lines = insertions === null ? 'no text' : `+${insertions} −${deletions ?? 0}`;
    page.line(`  ${status.padEnd(8)} ${name}  ${page.paint('faint', lines)}`);
  }
  if (changes.length > MOST_FILES)
    page.line(page.paint('faint', `  and ${plural(changes.length - MOST_FILES, 'more file')}`));
}

function writeCouplings(page: Page, couplings: readonly Coupling[]): void {
  if (couplings.length === 0) return;
  heading(page, 'why together');
  for (const { a, b, kind, detail, places, binds } of couplings.slice(0, MOST_COUPLINGS)) {
    const weak = binds ? '' : page.paint('faint', ' (weak)');
    page.line(
      `  ${kind.replaceAll('-', ' ').padEnd(10)} ${shortName(a)} and ${shortName(b)}: ${withShortNames({ a, b, detail })}${weak}`,
    );
    for (const [name, { path, line, text }] of [
      [a, places[0]],
      [b, places[1]],
    ] as const) {
      if (path === '') continue;
      const where = line === null ? oneLine(path, 300) : `${oneLine(path, 300)}:${line}`;
      page.line(
        page.paint(
          'faint',
          `             ${shortName(name)}: ${where}  ${oneLine(text, 120)}`.trimEnd(),
        ),
      );
    }
  }
  if (couplings.length > MOST_COUPLINGS)
    page.line(
      page.paint('faint', `  and ${couplings.length - MOST_COUPLINGS} more: --json has them all`),
    );
}

/** Who merges with whom: a small table, and below it where not. */
function writeConflicts(page: Page, { branches, trials, target, readiness }: ChangeSet): void {
  heading(page, 'merges');
  const state = readiness.find(({ name }) => name === 'conflicts');
  const bad = trials.filter(({ kind }) => kind !== 'clean');
  if (bad.length === 0) {
    page.line(`  ${state === undefined || state.ok !== true ? 'not tried' : state.detail}`);
    return;
  }
  if (branches.length > 1 && branches.length <= MOST_COLUMNS) {
    const cell = (a: string, b: string): string => {
      const trial = bad.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
      return trial === undefined ? '·' : trial.kind === 'conflict' ? 'x' : '?';
    };
    page.table(
      [
        {
          title: '',
          text: ({ index }) => `${index + 1} ${shortName(branches[index]?.branch ?? '')}`,
        },
        { title: oneLine(target, 20), named: true, text: ({ name }) => cell(name, target) },
        ...branches.map((other, at) => ({
          title: String(at + 1),
          text: ({ name, index }: { readonly name: string; readonly index: number }) =>
            index === at ? '' : cell(name, other.branch),
        })),
      ],
      branches.map(({ branch }, index) => ({ name: branch, index })),
    );
    page.line(page.paint('faint', 'x: does not merge, ·: merges, ?: could not be tried'));
  }
  for (const one of bad) page.line(`  ${conflictWords(one)}`);
}

function conflictWords({ a, b, kind, files, detail }: ChangeSet['trials'][number]): string {
  const what =
    kind === 'error'
      ? `could not be tried: ${oneLine(detail, 200)}`
      : files.map((file) => `${oneLine(file.path, 200)} (${oneLine(file.kind, 40)})`).join(', ');
  return `${shortName(a)} with ${shortName(b)}: ${what}`;
}

/** Alternatives side by side. */
function writeVariants(page: Page, set: ChangeSet): void {
  for (const names of set.variants) {
    heading(page, 'alternatives: one of them lands');
    const rows = set.branches.filter(({ branch }) => names.includes(branch));
    const checks = ({ branch }: ReviewBranch): string =>
      okWord(set.branchReadiness[branch]?.find(({ name }) => name === 'checks')?.ok ?? null);
    page.table(
      [
        { title: 'variant', text: ({ variant }) => variant?.label ?? '' },
        { title: 'files', align: 'right', text: ({ changes }) => String(changes.length) },
        { title: 'added', align: 'right', text: ({ insertions }) => `+${insertions}` },
        { title: 'removed', align: 'right', text: ({ deletions }) => `−${deletions}` },
        { title: 'checks', text: checks },
        { title: 'risk', text: ({ branch }) => set.risks[branch]?.level ?? '' },
        { title: 'branch', text: ({ branch }) => branch, shrinkTo: 20 },
        { title: 'subject', text: ({ subject }) => subject, shrinkTo: 20 },
      ],
      rows,
    );
  }
}

function writeReadiness(page: Page, lines: readonly ReadinessLine[]): void {
  heading(page, 'readiness');
  const passed = lines.filter(saysNoMore);
  if (passed.length > 0)
    page.line(`  ${page.paint('good', 'ok  ')} ${passed.length} of ${lines.length}`);
  for (const { name, ok, detail, blocks } of lines.filter((line) => !saysNoMore(line))) {
    const word = blocks ? 'NO' : okWord(ok);
    page.line(
      `  ${page.paint(okStyle(ok, blocks), word.padEnd(4))} ${name.padEnd(10)} ${oneLine(detail, 600)}`,
    );
  }
}

/** In order, and its name says all of it. Which findings are dealt with is worth a line. */
function saysNoMore({ name, ok }: ReadinessLine): boolean {
  return ok === true && name !== 'findings';
}

function writeRisk(page: Page, risk: ChangeSet['risk']): void {
  heading(page, `risk: ${risk.level}`);
  for (const reason of risk.reasons) page.line(`  ${oneLine(reason, 400)}`);
}

function okWord(ok: boolean | null): string {
  return ok === null ? '?' : ok ? 'ok' : 'look';
}

function okStyle(ok: boolean | null, blocks: boolean): StyleName {
  if (ok === null) return 'faint';
  return ok ? 'good' : blocks ? 'bad' : 'warn';
}

export async function reviewShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const what = call.words[0] ?? '';
  const found = await findReviewed(workspace, { what, others: call.options.flag('others') });
  const { set, branches, named } = found;
  const [branch] = branches;
  const page = openPage(call.terminal);
  if (named === 'set' && set !== null) {
    if (call.json) writeJson(call.terminal, toSetView(set));
    else writeSetPage(page, set, call.clock.now());
  } else if (branch !== undefined) {
    const aside = asideOf(found);
    const replaces = await replacedBranches(workspace, branch.branch);
    const shown = { branch, set, replaces };
    if (call.json) writeJson(call.terminal, toNamedBranchView({ ...shown, aside }));
    else writeBranchPage(page, { ...shown, aside: aside?.detail ?? null }, call.clock.now());
  }
  return 0;
}

function asideOf({ look, branches }: Reviewed): Reviewed['look']['aside'][number] | null {
  return look.aside.find(({ branch }) => branch.branch === branches[0]?.branch) ?? null;
}
