/** How often people took what a routine made, by engine, and what each taken change cost. */
import { formatShare, type AcceptanceRow } from '../../review/acceptance.ts';
import { figures, type RoutineFigures } from '../../review/figures.ts';
import { isRoutineId } from '../../words/ids.ts';
import { formatDollar } from '../../words/usage.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { empty, facts, table } from '../parts/pieces.ts';
import { formatTimeTaken } from '../parts/times.ts';

export async function showAcceptance({ workspace, params }: PageCall): Promise<ShownFragment> {
  const id = params['id'] ?? '';
  const told = isRoutineId(id) ? await figures(workspace, { routine: id, since: null }) : [];
  return { kind: 'fragment', body: bodyOf(told[0] ?? null) };
}

function bodyOf(told: RoutineFigures | null): Html {
  const { rows = [], findings, proposals } = told ?? {};
  const said = [
    ['Findings accepted', shareOf(findings?.accepted ?? 0, findings?.dismissed ?? 0)],
    ['Requests approved', shareOf(proposals?.approved ?? 0, proposals?.declined ?? 0)],
  ] as const;
  const isDecided = said.some(([, value]) => value !== null);
  if (rows.length === 0 && !isDecided)
    return empty('It made no branch, and nothing of it was decided on.', 'Both are counted here.');
  return html`${rows.length > 0 && table<AcceptanceRow>('Acceptance of branches', COLUMNS, rows)}${
    isDecided && facts(said)
  }
    <p class="quiet">
      Taken: landed and not undone, out of the branches with a decision. Fewer than five give no rate.
    </p>`;
}

const COLUMNS = [
  { title: 'Engine', cell: ({ engine }: AcceptanceRow) => engine ?? 'all' },
  { title: 'Taken', cell: ({ landed, decided }: AcceptanceRow) => formatShare(landed, decided) },
  { title: 'Turned down', kind: 'number', cell: ({ turnedDown }: AcceptanceRow) => turnedDown },
  { title: 'Undone', kind: 'number', cell: ({ undone }: AcceptanceRow) => undone },
  { title: 'Open', kind: 'number', cell: ({ open }: AcceptanceRow) => open },
  { title: 'Cost of each accepted', kind: 'number', cell: costCell },
  {
    title: 'Waited',
    kind: 'number',
    cell: ({ medianWaitMs }: AcceptanceRow) =>
      medianWaitMs === null
        ? '–'
        : formatTimeTaken(new Date(0).toISOString(), new Date(medianWaitMs).toISOString()),
  },
] as const;

function costCell({ landed, costPerLanded }: AcceptanceRow): string {
  if (landed === 0) return '–';
  return costPerLanded === null ? 'not known' : formatDollar(costPerLanded);
}

function shareOf(part: number, rest: number): string | null {
  return part + rest === 0 ? null : formatShare(part, part + rest);
}
