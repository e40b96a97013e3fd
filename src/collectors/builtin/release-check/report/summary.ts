/** The verdict in one sentence, and below it the range, the counts, what the branch adds and what became of the last. */
import { escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { doubtsOf } from '../issue.ts';
import { standingIssues, type CheckPlan } from '../plan-check.ts';
import type { EditOutcome } from '../propose-edit.ts';
import {
  quoteEntry,
  shortSha,
  commitsByPeople,
  formatDeployment,
  isRollback,
  rangeName,
} from './describe.ts';

export function renderSummary(report: CheckReport): string {
  const { plan } = report;
  const deployment = formatDeployment(plan.facts);
  const points = [
    `Checked: ${inlineCode(rangeName(plan.facts))}, ${commitsByPeople(plan.facts)}${notesName(plan)}.`,
    ...(deployment === null ? [] : [deployment]),
    ...countPoints(plan),
    ...editPoints(report),
    ...branchPoints(report),
    ...newsPoints(plan),
    ...limitPoints(report),
  ];
  return `${renderVerdict(plan)}\n\n${points.map((point) => `- ${point}`).join('\n')}`;
}

/** Which file that was, for who keeps several. */
function notesName({ facts: { changelog } }: CheckPlan): string {
  if (changelog === null) return '';
  const more = (changelog.files?.length ?? 1) - 1;
  const others = more > 0 ? ` and ${plural(more, 'other file')}` : '';
  return `, beside ${inlineCode(changelog.path)}${others}`;
}

export function renderVerdict(plan: CheckPlan): string {
  const { facts } = plan;
  if (isRollback(facts)) {
    return `**Rolled back: ${plural(facts.items.length, 'entry', 'entries')} of the notes ${facts.items.length === 1 ? 'tells' : 'tell'} what is not live any more.**`;
  }
  const open = standingIssues(plan).length;
  if (facts.changelog === null && facts.retired !== undefined) {
    const { path, version } = facts.retired;
    return `**${inlineCode(path)} ends at ${escapeMarkdown(version)}, and at least five releases came after it: it is not checked.**`;
  }
  if (facts.changelog === null) {
    return '**No release notes could be read here, so there is nothing to check.**';
  }
  if (open > 0) {
    return `**${plural(open, 'thing')} to mend before this is announced.**`;
  }
  const backed = facts.items.filter((entry) => entry.backed).length;
  const waiting = facts.waiting?.length ?? 0;
  if (facts.items.length === 0 && waiting > 0) {
    return `**Nothing is missing yet: ${plural(waiting, 'change')} will be told when the release is made, as before.**`;
  }
  const doubts = doubtsOf(facts).commits.length;
  if (facts.items.length === 0 && doubts > 0) {
    return `**There is no entry for this range. ${plural(doubts, 'change')} that users may notice ${doubts === 1 ? 'is' : 'are'} below, under Perhaps.**`;
  }
  if (facts.items.length === 0) {
    return '**The notes hold: there is no entry, and no change that calls for one.**';
  }
  const setAside = plan.due.length;
  const sure = doubts > 0 ? 'nothing surely missing' : 'nothing missing';
  const none = waiting > 0 ? `${sure} yet` : sure;
  const but = setAside === 0 ? none : `${plural(setAside, 'thing')} set aside by people`;
  return `**The notes hold: ${backed} of ${plural(facts.items.length, 'entry', 'entries')} backed, ${but}${doubtWords(facts)}.**`;
}

function doubtWords(facts: CheckPlan['facts']): string {
  const { entries, commits } = doubtsOf(facts);
  const count = entries.length + commits.length;
  return count === 0 ? '' : `; ${plural(count, 'thing')} below, under Perhaps`;
}

function countPoints({ facts, due }: CheckPlan): readonly string[] {
  const { items, commits, unmentioned, changelog } = facts;
  const points: string[] = [];
  if (changelog === null && facts.retired !== undefined)
    return [
      'Are the notes in another file? Name it in `collect.release-notes.path`. Are they GitHub Releases only? Then remove this routine.',
    ];
  if (changelog === null)
    return [
      '`collect.release-notes.path` names the file of the notes, where it has an unusual name.',
    ];
  // What an entry tells users notice, whatever its kind.
  const told = new Set(items.flatMap((entry) => entry.commits));
  const visible = commits.filter(
    ({ sha, userVisible, cancelled }) => (userVisible || told.has(sha)) && !cancelled,
  ).length;
  const backed = items.filter((entry) => entry.backed).length;
  const first = facts.range.from === null;
  const perhaps = doubtsOf(facts).commits.length;
  const waiting = facts.waiting?.length ?? 0;
  const missing =
    waiting === 0
      ? unmentioned.length === 0 && perhaps > 0
        ? 'none surely missing'
        : `${unmentioned.length} not in the notes`
      : `${waiting} told with the next release (listed at the end), ${unmentioned.length} missing`;
  points.push(
    `${plural(items.length, 'entry', 'entries')}, ${backed} backed by commits; ${plural(visible, 'user-visible commit')}, ${missing}${perhaps === 0 ? '' : `, perhaps ${perhaps}`}${first ? '; none are expected before the first release' : ''}.`,
  );
  const setAside = due.filter(
    ({ standing }) => standing.kind === 'dismissed' || standing.kind === 'snoozed',
  );
  if (setAside.length > 0) points.push(`Set aside by people: ${setAside.length}.`);
  return points;
}

function editPoints({ edit, plan }: CheckReport): readonly string[] {
  if (edit.kind === 'none') return [];
  const left = edit.left.map(
    ({ unmentioned, reason }) =>
      `No entry was written for ${shortSha(unmentioned.commit)}: ${escapeMarkdown(reason)}.`,
  );
  if (edit.joined.length > 0) {
    left.push(
      `${plural(edit.joined.length, 'commit')} ${edit.joined.length === 1 ? 'shares' : 'share'} an entry with another that says the same.`,
    );
  }
  if (edit.kind === 'offered') {
    if (edit.added.length === 0) return left;
    return [
      `No branch: ${escapeMarkdown(edit.reason)}. The entries are below, ready to paste.`,
      ...left,
    ];
  }
  const files =
    edit.paths.length === 1 ? inlineCode(edit.paths[0] ?? '') : plural(edit.paths.length, 'file');
  const adds = `${plural(edit.added.length, 'entry', 'entries')} to ${files}`;
  if (edit.commitProblem !== null) {
    return [`Added ${adds}, but the commit failed: ${escapeMarkdown(edit.commitProblem)}`, ...left];
  }
  const judged = standingIssues(plan).length - edit.covers.length;
  const rest =
    judged > 0
      ? ` The other ${plural(judged, 'thing')} ${judged === 1 ? 'is' : 'are'} for a person to judge.`
      : '';
  return [`This run's branch adds ${adds}.${rest}`, ...left];
}

function branchPoints({ plan, edit }: CheckReport): readonly string[] {
  return plan.branches.map(({ branch, date, covered, elsewhere }) => {
    const name = `Branch ${inlineCode(branch)} of ${date}`;
    if (covered === 0 && elsewhere > 0)
      return `${name} waits with ${plural(elsewhere, 'entry', 'entries')} of another range.`;
    if (covered === 0) return `${name} still waits, but none of what it mends is left: it can go.`;
    return edit.kind === 'edited'
      ? `${name} can go: this run's branch holds what it adds, and more.`
      : `${name} waits with ${plural(covered, 'entry', 'entries')}; nothing was added for ${covered === 1 ? 'it' : 'them'}.`;
  });
}

const MAX_TOLD = 10;

function newsPoints(plan: CheckPlan): readonly string[] {
  const { due, mended, leftBehind, waiting, lastReport } = plan;
  if (lastReport === null) return [];
  const fresh = due.filter(({ news }) => news === 'new').length;
  const back = due.filter(({ news }) => news === 'back').length;
  const counts = [
    [fresh, 'new'],
    [back, 'back'],
    [mended.length, 'mended'],
  ] as const;
  const told = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const titles = (list: CheckPlan['mended']): string => {
    const shown = list
      .slice(0, MAX_TOLD)
      .map(({ title }) => `“${quoteEntry(fitLine(title, 100))}”`);
    const more = list.length - shown.length;
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  };
  const gone = mended.length === 0 ? '' : `: ${titles(mended)}`;
  return [
    `Since ${lastReport}: ${told.length === 0 ? 'nothing new' : told.join(', ')}${gone}.`,
    ...(leftBehind.length === 0
      ? []
      : [
          `Left behind, for the range moved on before anybody mended ${leftBehind.length === 1 ? 'it' : 'them'}: ${titles(leftBehind)}.`,
        ]),
    ...(waiting.length === 0
      ? []
      : [
          `${plural(waiting.length, 'change')} of earlier ranges without an entry ${waiting.length === 1 ? 'is' : 'are'} not decided on: ${titles(waiting)}.`,
        ]),
  ];
}

function limitPoints({ plan, leftOver }: CheckReport): readonly string[] {
  const { truncated, moreCommits } = plan.facts;
  return [
    ...(leftOver === 0
      ? []
      : [
          `${plural(leftOver, 'more thing')} did not fit into the findings of one run; they follow as others go.`,
        ]),
    ...(truncated === 0
      ? []
      : [
          `${plural(truncated, 'entry', 'entries')} ${truncated === 1 ? 'was' : 'were'} left out of the facts for size.`,
        ]),
    ...(moreCommits === 0
      ? []
      : [
          `${plural(moreCommits, 'older commit')} ${moreCommits === 1 ? 'was' : 'were'} not listed for size.`,
        ]),
  ];
}

// Everything a check's report is made of.
export interface CheckReport {
  readonly plan: CheckPlan;
  readonly edit: EditOutcome;
  /** Issues that did not fit into the findings. */
  readonly leftOver: number;
}
