/** What waits for a person among proposals, findings and notes, however many were decided before. */
import { join } from 'node:path';

import type { Clock } from '../platform/clock.ts';
import { isRecord } from '../platform/json.ts';
import { isLedger } from '../store/files/file-finding-store.ts';
import { isNote } from '../store/files/file-note-store.ts';
import { isProposal } from '../store/files/file-proposal-store.ts';
import { hasTextFields } from '../store/files/read-record.ts';
import { reviewPaths } from '../store/review-paths.ts';
import { workspacePaths } from '../store/state-paths.ts';
import type { PullRequestLink } from '../words/pull-request.ts';
import { openRows, type FileRows } from './open-rows.ts';
import { rowOfPullRequest } from './pull-request-row.ts';
import { rowOfNote, rowOfProposal, rowsOfLedger, type InboxRow } from './waiting-records.ts';

/** Bumped whenever a row says something else. */
const GENERATION = 1;

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
    rows: all.filter((row) => 'entry' in row),
    problems: all.flatMap((row) => ('problem' in row ? [row.problem] : [])),
  };
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
