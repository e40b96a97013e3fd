import { showItem, type ItemDetail } from '../../context/items/show-item.ts';
import { formatBranchVerdict } from '../../ledger/branch-verdicts.ts';
import { formatLink } from '../../ledger/item-link-words.ts';
import { shortIdOf } from '../../words/ids.ts';
import { issueName } from '../../words/item.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { itemNote, standingStyle, formatStanding } from '../output/item-columns.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { staleAfter } from './items.ts';

export async function itemsShowCommand(call: CommandCall): Promise<number> {
  const staleAfterMs = staleAfter(call);
  const workspace = await openWorkspace(call);
  const item = await showItem(
    workspace,
    call.words[0] ?? '',
    staleAfterMs === null ? {} : { staleAfterMs },
  );
  if (call.json) {
    writeJson(call.terminal, item);
    return 0;
  }
  const page = openPage(call.terminal);
  const style = standingStyle(item.standing);
  const stands = formatStanding(item.standing);
  page.line(
    `${page.paint('strong', item.key)}  ${style === null ? stands : page.paint(style, stands)}  ${oneLine(item.title, 300)}`,
  );
  page.line();
  writeFacts(page, item, call.clock.now());
  if (item.body.trim() !== '') {
    page.line();
    page.fields([['body', item.body]]);
  }
  writeTies(page, item, call.clock.now());
  writeHistory(page, item, call.clock.now());
  const note = itemNote(item);
  if (note !== '') {
    page.line();
    page.line(oneLine(note, 400));
  }
  return 0;
}

function writeFacts(page: Page, item: ItemDetail, now: Date): void {
  const { routine, run, closed, files = [], ties } = item;
  // What is still known of that run is told below.
  const isTold = ties.runs.some(({ role }) => role === 'proposed');
  page.fields([
    ['because', item.because],
    ['since', relativeTime(item.createdAt, now)],
    [
      'asked by',
      run === null || routine === null || isTold ? null : `run ${shortIdOf(run)} of ${routine}`,
    ],
    ['files', files.join('\n')],
    ['issue', issueFact(item)],
    [
      'closed',
      closed === null || closed === undefined
        ? null
        : `${closed.how} by ${closed.by}, ${relativeTime(closed.at, now)}${closed.reason === '' ? '' : `: ${closed.reason}`}`,
    ],
    ['plan', item.plan === null ? null : `waits: roundsman plan ${item.key} --show`],
  ]);
}

function issueFact({ tracker }: ItemDetail): string | null {
  if (tracker === undefined) return null;
  const { url, seen, connection } = tracker;
  return `${issueName(tracker)} ${seen.state} (${connection})\n${url}`;
}

function writeTies(page: Page, item: ItemDetail, now: Date): void {
  const { runs, branches, sessions, findings } = item.ties;
  const rows = [
    ...item.family.map(({ relation, key, title, standing }) => [
      relation.replace('-', ' '),
      `${key} ${formatStanding(standing)}: ${title}`,
    ]),
    ...findings.map(({ id, state, title }) => ['finding', `${id} ${state}: ${title}`]),
    ...runs.map(({ id, routine, role, state, outcome, at }) => [
      role === 'proposed' ? 'asked by' : role === 'plans' ? 'planned by' : 'run',
      `${shortIdOf(id)} of ${routine}, ${state === 'ended' ? outcome : state}, ${relativeTime(at, now)}`,
    ]),
    ...branches.map(({ name, state, at }) => [
      'branch',
      `${name} ${state}, ${relativeTime(at, now)}`,
    ]),
    ...item.branchVerdicts.map((one) => [
      'decided',
      `${one.branch.split('/').at(-1) ?? ''} ${formatBranchVerdict(one)}`,
    ]),
    ...sessions.map(({ engine, id, state, lastActivityAt }) => [
      'session',
      `${engine} ${id} ${state}, ${relativeTime(lastActivityAt, now)}`,
    ]),
    ...(item.links ?? [])
      .filter(({ kind }) => kind === 'decision' || kind === 'outside')
      .map((link) => [link.kind === 'outside' ? 'outside' : 'decision', formatLink(link)]),
  ];
  if (rows.length === 0) return;
  page.line();
  page.fields(rows.map(([label = '', value = '']) => [label, oneLine(value, 300)] as const));
}

const LAST_EVENTS = 10;

function writeHistory(page: Page, { history = [] }: ItemDetail, now: Date): void {
  if (history.length === 0) return;
  page.line();
  const shown = history.slice(-LAST_EVENTS);
  page.fields(
    shown.map(
      ({ at, by, what }) => [relativeTime(at, now), oneLine(`${by} ${what}`, 300)] as const,
    ),
  );
  if (history.length > shown.length)
    page.line(`${history.length - shown.length} earlier ones: --json`);
}
