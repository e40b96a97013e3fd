/** Who did what, when and from where. For admins; kept once several people use the page. */
import { auditCsv, auditLines, type AuditEntry } from '../../words/audit.ts';
import { oneLine } from '../../words/text.ts';
import type { PageCall, ShownDownload, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { empty, heading, table, tag } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

/** The export has all of them. */
const SHOWN = 200;

export async function showAudit({ workspace, now }: PageCall): Promise<ShownPage> {
  const all = await workspace.audit.read();
  const entries = all.toReversed().slice(0, SHOWN);
  const about =
    all.length > entries.length ? `The newest ${entries.length} of ${all.length}` : 'Newest first';
  return {
    kind: 'page',
    section: 'audit',
    title: 'Audit',
    body: html`${heading({
      title: 'Audit',
      about: all.length === 0 ? null : about,
      actions:
        all.length > 0 &&
        html`<a class="button" href="/audit/export?as=csv">Export CSV</a
          ><a class="button" href="/audit/export?as=jsonl">Export JSON lines</a>`,
    })}${
      entries.length === 0
        ? empty(
            'Nothing is recorded.',
            html`What people do is kept once \`page.people\` of roundsman.yaml lets several use the page.`,
          )
        : table<AuditEntry>(
            'Audit',
            [
              { title: 'When', cell: ({ at }) => ago(at, now) },
              { title: 'Who', cell: ({ by }) => oneLine(by) },
              {
                title: 'What',
                cell: ({ what, said, outcome }) =>
                  html`${outcome !== 'done' && tag(outcome, 'warn')} ${oneLine(said, 300)}<br /><code
                      >${oneLine(what)}</code
                    >`,
                kind: 'wide',
              },
              { title: 'From', cell: ({ from, where }) => `${from}, ${oneLine(where)}` },
            ],
            entries,
          )
    }`,
  };
}

export async function exportAudit({ workspace, query }: PageCall): Promise<ShownDownload> {
  const entries = await workspace.audit.read();
  return query.get('as') === 'jsonl'
    ? {
        kind: 'download',
        name: 'audit.jsonl',
        type: 'application/jsonl',
        text: auditLines(entries),
      }
    : { kind: 'download', name: 'audit.csv', type: 'text/csv', text: auditCsv(entries) };
}
