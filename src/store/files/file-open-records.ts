/**
 * What is still open in a folder of records, without reading all of them each time: files that are settled for good are
 * remembered by name, and a folder in which no name changed is not even listed. The cache may go at any time.
 */
import { join } from 'node:path';

import type { Clock } from '../../platform/clock.ts';
import { listFolder, removeTree } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { forAll, readSmallFile, versionOf } from '../../platform/many-files.ts';
import { writeCache } from '../../platform/write-cache.ts';
import type { Message } from '../../words/message.ts';
import type { PullRequestLink } from '../../words/pull-request.ts';
import { reviewPaths, workspacePaths } from '../state-paths.ts';
import type { OpenRecords, OpenRowsRequest, RecordRows, WaitingRecords } from '../stores.ts';
import { isLedger, isNote, isProposal } from './file-ledger-stores.ts';
import { hasTextFields } from './read-record.ts';

interface Place<Kind> {
  readonly folder: string;
  readonly cache: string;
  readonly guard: (value: unknown) => value is Kind;
}

type Places = { readonly [Kind in keyof WaitingRecords]: Place<WaitingRecords[Kind]> };

/** What tells a record of each kind from anything else. */
export const WAITING_GUARDS: {
  readonly [Kind in keyof WaitingRecords]: (value: unknown) => value is WaitingRecords[Kind];
} = {
  proposals: isProposal,
  findings: isLedger,
  notes: isNote,
  pullRequests: isPullRequestLink,
  messages: isMessage,
};

export function fileOpenRecords(stateDir: string, clock: Clock): OpenRecords {
  const { cache, proposals, findings, notes, messages } = workspacePaths(stateDir);
  const { pullRequests } = reviewPaths(stateDir);
  const at = (name: string): string => join(cache, `inbox-${name}.json`);
  const places: Places = {
    proposals: { folder: proposals, cache: at('proposals'), guard: WAITING_GUARDS.proposals },
    findings: { folder: findings, cache: at('findings'), guard: WAITING_GUARDS.findings },
    notes: { folder: notes, cache: at('notes'), guard: WAITING_GUARDS.notes },
    pullRequests: {
      folder: pullRequests,
      cache: at('pull-requests'),
      guard: WAITING_GUARDS.pullRequests,
    },
    messages: { folder: messages, cache: at('messages'), guard: WAITING_GUARDS.messages },
  };
  return {
    rows: (kind, request) =>
      openRows<WaitingRecords[typeof kind], RowOf<typeof request>>({
        ...request,
        ...places[kind],
        clock,
      }),
    forgetSettled: async () => {
      for (const { cache: path } of Object.values(places)) await removeTree(path);
    },
  };
}

type RowOf<Request> = Request extends { readonly corrupt: (path: string) => infer Row }
  ? Row
  : never;

type FolderRequest<Kind, Row> = OpenRowsRequest<Kind, Row> &
  Place<Kind> & { readonly clock: Clock };

interface Kept<Row> {
  readonly changedMs: number;
  readonly lookedAtMs: number;
  readonly settled: readonly string[];
  readonly rows: readonly Row[];
}

/** Two changes within this are perhaps not told apart by the folder's time. */
const RACY_MS = 2_000;

async function openRows<Kind, Row>(request: FolderRequest<Kind, Row>): Promise<readonly Row[]> {
  const { folder, clock } = request;
  const lookedAtMs = clock.now().getTime();
  const version = await versionOf(folder);
  if (version === null) return [];
  const kept = await readKept(request);
  const { changedMs } = version;
  if (kept?.changedMs === changedMs && kept.lookedAtMs - changedMs > RACY_MS) return kept.rows;
  const settled = new Set(kept?.settled);
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const open = names.filter((name) => !settled.has(name));
  const read = await forAll(open, async (name) => ({ name, ...(await readOne(request, name)) }));
  for (const one of read) if (one.settled) settled.add(one.name);
  const rows = read.flatMap((one) => one.rows);
  const now: Kept<Row> = { changedMs, lookedAtMs, settled: [...settled], rows };
  await writeCache(request.cache, JSON.stringify({ generation: request.generation, ...now }));
  return rows;
}

async function readOne<Kind, Row>(
  { folder, read, guard, corrupt }: FolderRequest<Kind, Row>,
  name: string,
): Promise<RecordRows<Row>> {
  const path = join(folder, name);
  const text = await readSmallFile(path);
  if (text === null) return { settled: false, rows: [] };
  const value = tryParseJson(text);
  return guard(value) ? read(value) : { settled: false, rows: [corrupt(path)] };
}

async function readKept<Kind, Row>({
  cache,
  generation,
  isRow,
}: FolderRequest<Kind, Row>): Promise<Kept<Row> | null> {
  const value = tryParseJson((await readSmallFile(cache)) ?? '');
  if (!isRecord(value) || value['generation'] !== generation) return null;
  const { changedMs, lookedAtMs, settled, rows } = value;
  if (typeof changedMs !== 'number' || typeof lookedAtMs !== 'number') return null;
  if (!Array.isArray(settled) || !Array.isArray(rows) || !rows.every(isRow)) return null;
  return {
    changedMs,
    lookedAtMs,
    settled: settled.filter((name) => typeof name === 'string'),
    rows,
  };
}

function isMessage(value: unknown): value is Message {
  return (
    isRecord(value) &&
    hasTextFields(value, ['id', 'routine', 'createdAt']) &&
    isRecord(value['state']) &&
    Array.isArray(value['contents'])
  );
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
