/** What waits for a person among proposals, findings and notes, however many were decided before. */
import { join } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import { removeTree } from '../platform/files.ts';
import { isRecord } from '../platform/json.ts';
import { isLedger } from '../store/files/file-finding-store.ts';
import { isNote } from '../store/files/file-note-store.ts';
import { isProposal } from '../store/files/file-proposal-store.ts';
import { hasTextFields } from '../store/files/read-record.ts';
import { reviewPaths } from '../store/review-paths.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { PullRequestLink } from '../words/pull-request.ts';
import { oneLine, plural } from '../words/text.ts';
import { openRows, type FileRows } from './open-rows.ts';
import {
  rowOfNote,
  rowOfProposal,
  rowsOfLedger,
  withoutCovered,
  type InboxRow,
} from './waiting-records.ts';

/** A closed pull request is news for this many days. */
const CLOSED_DAYS = 7;

/** Bumped whenever a row says something else. */
const GENERATION = 2;

export interface WaitingRows {
  readonly rows: readonly InboxRow[];
  /** Files that are no records, one line each. */
  readonly problems: readonly string[];
}

export async function waitingRows(stateDir: string, clock: Clock): Promise<WaitingRows> {
  const { cache, proposals, findings, notes } = workspacePaths(stateDir);
  const read = await Promise.all([
    openRows({
      folder: proposals,
      cache: join(cache, 'inbox-proposals.json'),
      generation: GENERATION,
      clock,
      isRow,
      read: (value, path) => {
        if (!isProposal(value)) return problem(path);
        const row = rowOfProposal(value);
        const settled = ['applied', 'declined', 'refused'].includes(value.state);
        return { settled, rows: row === null ? [] : [row] };
      },
    }),
    openRows({
      folder: findings,
      cache: join(cache, 'inbox-findings.json'),
      generation: GENERATION,
      clock,
      isRow,
      read: (value, path) =>
        isLedger(value) ? { settled: false, rows: rowsOfLedger(value) } : problem(path),
    }),
    openRows({
      folder: notes,
      cache: join(cache, 'inbox-notes.json'),
      generation: GENERATION,
      clock,
      isRow,
      read: (value, path) => {
        if (!isNote(value)) return problem(path);
        const row = rowOfNote(value);
        return { settled: row === null, rows: row === null ? [] : [row] };
      },
    }),
    openRows({
      folder: reviewPaths(stateDir).pullRequests,
      cache: join(cache, 'inbox-pull-requests.json'),
      generation: GENERATION,
      clock,
      isRow,
      read: (value, path) => {
        if (!isPullRequestLink(value)) return problem(path);
        const row = rowOfPullRequest(value);
        return { settled: value.state.kind === 'merged', rows: row === null ? [] : [row] };
      },
    }),
  ]);
  const all = read.flat();
  return {
    rows: withoutCovered(all.filter((row) => 'entry' in row)),
    problems: all.flatMap((row) => ('problem' in row ? [row.problem] : [])),
  };
}

/** What was settled waits again: the next look reads every record. */
export async function forgetSettled(stateDir: string): Promise<void> {
  const { cache } = workspacePaths(stateDir);
  for (const name of ['inbox-proposals.json', 'inbox-notes.json', 'inbox-findings.json'])
    await removeTree(join(cache, name));
}

type Row = InboxRow | { readonly problem: string };

function problem(path: string): FileRows<Row> {
  return { settled: false, rows: [{ problem: `${path} cannot be read` }] };
}

function isPullRequestLink(value: unknown): value is PullRequestLink {
  return (
    isRecord(value) &&
    hasTextFields(value, ['id', 'title', 'url', 'routine', 'pushed']) &&
    isRecord(value['state']) &&
    isRecord(value['seen']) &&
    isRecord(value['forge'])
  );
}

/** What is inside was written by us. */
function isRow(value: unknown): value is Row {
  return isRecord(value) && (isRecord(value['entry']) || hasTextFields(value, ['problem']));
}

/**
 * The inbox entry of a pull request of ours that needs a person. Pure; others wrote the texts in it.
 * `null`: checks pass or run, a further run is at work, or the pull request is merged.
 */
function rowOfPullRequest(link: PullRequestLink): InboxRow | null {
  const { state } = link;
  if (state.kind === 'merged') return null;
  if (state.kind === 'open') {
    const whys = whysOf(link);
    return whys.length === 0 ? null : row(link, { whys, since: link.seen.lookedAt });
  }
  const said = state.reason === '' ? '' : `: ${oneLine(state.reason, 200)}`;
  const whys = [`closed unmerged by ${oneLine(state.by, 60)}${said}`];
  const to = new Date(Date.parse(state.at) + CLOSED_DAYS * 86_400_000).toISOString();
  return { ...row(link, { whys, since: state.at }), to };
}

function whysOf({ checks, conflicts = false, follow, seen }: PullRequestLink): readonly string[] {
  const { halted, working, starting, runs, unheard = [] } = seen;
  const isIdle = working === null && starting === null;
  const last = unheard.at(-1);
  const isUsedUp = follow !== null && runs >= follow.max;
  return [
    ...(conflicts ? ['it conflicts with where it is to go'] : []),
    ...(isIdle && checks === 'failed'
      ? [
          `its checks failed${isUsedUp ? `, and ${plural(runs, 'further run')} went on with it` : ''}`,
        ]
      : []),
    ...(isIdle && halted !== null ? [`nothing goes on with it: ${oneLine(halted, 200)}`] : []),
    ...(last === undefined
      ? []
      : [
          `${plural(unheard.length, 'remark')} that no run is told of, last by ${last.isBot ? 'the bot ' : ''}${oneLine(last.by, 60)}: ${oneLine(last.text, 120)}`,
        ]),
  ];
}

function row(
  link: PullRequestLink,
  { whys, since }: { readonly whys: readonly string[]; readonly since: string | null },
): InboxRow {
  const { id, forge, number, title, branch, newest, routine, url, openedAt, pushed, seen } = link;
  const sign = forge.kind === 'gitlab' ? '!' : '#';
  return {
    from: null,
    entry: {
      id: `pull-request:${id}`,
      kind: 'pull-request',
      urgency: link.state.kind === 'open' ? 'soon' : 'later',
      title: oneLine(`${forge.repository}${sign}${number} ${title}`, 160),
      why: whys.join('; '),
      since: since === null ? openedAt : (firstOf(seen.unheard) ?? since),
      until: null,
      routine,
      links: { pullRequest: id, run: newest, branches: [branch], url },
      stamp: [pushed, ...whys, seen.unheard?.at(-1)?.id ?? ''].join('\n'),
    },
  };
}

function firstOf(unheard: PullRequestLink['seen']['unheard']): string | null {
  return unheard?.[0]?.at ?? null;
}
