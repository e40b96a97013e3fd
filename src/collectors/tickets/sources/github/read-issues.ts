/**
 * Issues, from the one that changed longest ago on. Each page asks for what changed since the last of the page before, and
 * not for page 2, 3…: an issue that changes meanwhile moves to the end of the list, and would pull another one over the
 * border between two pages.
 */
import { isRecord } from '../../../../platform/json.ts';
import type { TicketRecord } from '../../ticket-record.ts';
import { askGithub, beginPage, boundHit, oddAnswer, type AskingGithub } from './ask-github.ts';

const PAGE = 100;

/** ISO 8601: all that changed before was read. `null` with `cut`: not even the first page. */
export interface IssuesRead {
  readonly reached: string | null;
  readonly cut: string | null;
}

/** @param since `null`: from the beginning of time */
export async function readIssues(since: string | null, asking: AskingGithub): Promise<IssuesRead> {
  let from = since;
  let page = 1;
  for (;;) {
    const list = await askPage(asking, { from, page });
    for (const one of list) keep(asking, one);
    const last = list.length < PAGE ? null : changedAt(list.at(-1));
    if (list.length < PAGE) return { reached: null, cut: null };
    if (last === null) throw oddAnswer(asking, 'an issue has no date of its last change');
    // The same second may go on on the next page.
    const next = new Date(Date.parse(last) - 1_000).toISOString();
    const moves = from === null || next > from;
    page = moves ? 1 : page + 1;
    from = moves ? next : from;
    const cut = boundHit(asking);
    if (cut !== null) return { reached: from, cut };
  }
}

async function askPage(
  asking: AskingGithub,
  { from, page }: { readonly from: string | null; readonly page: number },
): Promise<readonly Record<string, unknown>[]> {
  const { client, repository, connection, signal } = asking;
  beginPage(asking, 'issues');
  const { labels } = connection.tickets;
  const answer = await askGithub(asking, async () =>
    client.request('GET /repos/{owner}/{repo}/issues', {
      ...repository,
      state: 'all',
      sort: 'updated',
      direction: 'asc',
      per_page: PAGE,
      page,
      ...(from === null ? {} : { since: from }),
      ...(labels.length === 0 ? {} : { labels: labels.join(',') }),
      ...(signal === undefined ? {} : { request: { signal } }),
    }),
  );
  const data: unknown = answer.data;
  if (!Array.isArray(data)) throw oddAnswer(asking, 'its list of issues is none');
  const list: readonly unknown[] = data;
  return list.filter(isRecord);
}

/** Pull requests are issues to this part of GitHub, and no tickets. */
function keep(
  { records, repository, connection }: AskingGithub,
  value: Record<string, unknown>,
): void {
  if (isRecord(value['pull_request']) || typeof value['number'] !== 'number') return;
  const id = `${repository.owner}/${repository.repo}#${value['number']}`;
  const record: TicketRecord = {
    source: `${connection.name}, issue ${value['number']}`,
    value: {
      id,
      title: value['title'],
      body: value['body'],
      created_at: value['created_at'],
      updated_at: value['updated_at'],
      author: isRecord(value['user']) ? value['user']['login'] : null,
      labels: value['labels'],
      url: value['html_url'],
      state: value['state'],
    },
  };
  records.delete(id);
  records.set(id, record);
}

function changedAt(issue: Record<string, unknown> | undefined): string | null {
  const text = issue?.['updated_at'];
  return typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? text : null;
}
