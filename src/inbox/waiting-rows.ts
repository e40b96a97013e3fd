/** What waits for a person among proposals, findings and notes, however many were decided before. */
import { requestName } from '../connectors/registry.ts';
import { isRecord } from '../platform/json.ts';
import type { OpenRecords } from '../store/stores.ts';
import type { PullRequestLink } from '../words/pull-request.ts';
import { oneLine, plural } from '../words/text.ts';
import {
  rowOfNote,
  rowOfProposal,
  rowsOfLedger,
  countSilent,
  withoutCovered,
  type InboxRow,
} from './waiting-records.ts';

/** A closed pull request is news for this many days. */
const CLOSED_DAYS = 7;

/** Bumped whenever a row says something else. */
const GENERATION = 9;

export interface WaitingRows {
  readonly rows: readonly InboxRow[];
  /** Findings that only inform: they are not among the rows. */
  readonly silent: number;
  /** Files that are not records, one line each. */
  readonly problems: readonly string[];
}

export async function waitingRows(open: OpenRecords): Promise<WaitingRows> {
  const form = { generation: GENERATION, isRow, corrupt };
  const read = await Promise.all([
    open.rows('proposals', {
      ...form,
      read: (proposal) => {
        const settled = ['applied', 'declined', 'refused'].includes(proposal.state);
        return { settled, rows: present(rowOfProposal(proposal)) };
      },
    }),
    open.rows('findings', {
      ...form,
      read: (ledger) => ({ settled: false, rows: rowsOfLedger(ledger) }),
    }),
    open.rows('notes', {
      ...form,
      read: (note) => {
        const row = rowOfNote(note);
        return { settled: row === null, rows: present(row) };
      },
    }),
    open.rows('pullRequests', {
      ...form,
      read: (link) => {
        const settled = link.state.kind === 'merged';
        return { settled, rows: present(rowOfPullRequest(link)) };
      },
    }),
  ]);
  const all = read.flat();
  const found = all.filter((row) => 'entry' in row);
  const rows = withoutCovered(found);
  return {
    rows,
    silent: countSilent(found, rows),
    problems: all.flatMap((row) => ('problem' in row ? [row.problem] : [])),
  };
}

type Row = InboxRow | { readonly problem: string };

function corrupt(path: string): Row {
  return { problem: `${path} cannot be read` };
}

function present(row: InboxRow | null): readonly Row[] {
  return row === null ? [] : [row];
}

/** What is inside was written by us. */
function isRow(value: unknown): value is Row {
  return isRecord(value) && (isRecord(value['entry']) || typeof value['problem'] === 'string');
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
    ...(conflicts ? ['it conflicts with its target'] : []),
    ...(isIdle && checks === 'failed'
      ? [
          `its checks failed${isUsedUp ? `, and ${plural(runs, 'further run')} continued with it` : ''}`,
        ]
      : []),
    ...(isIdle && halted !== null ? [`nothing continues with it: ${oneLine(halted, 200)}`] : []),
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
  return {
    from: null,
    entry: {
      id: `pull-request:${id}`,
      kind: 'pull-request',
      urgency: link.state.kind === 'open' ? 'soon' : 'later',
      title: oneLine(`${requestName(forge, number)} ${title}`, 160),
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
