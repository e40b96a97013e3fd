/** How often people took what a routine made, by engine, and what each taken change cost. */
import { formatShare, LEAST_DECIDED, type AcceptanceRow } from '../../review/acceptance.ts';
import { figures, type RoutineFigures } from '../../review/figures.ts';
import { isRoutineId } from '../../words/ids.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { dollarWords } from '../parts/format-run.ts';
import { empty, facts, table } from '../parts/pieces.ts';
import { formatTimeTaken } from '../parts/times.ts';

export async function showAcceptance({ workspace, params }: PageCall): Promise<ShownFragment> {
  const id = params['id'] ?? '';
  const told = isRoutineId(id) ? await figures(workspace, { routine: id, since: null }) : [];
  return {
    kind: 'fragment',
    section: 'routines',
    page: { title: 'Acceptance rate', to: routineLink(id), label: id },
    body: bodyOf(told[0] ?? null),
  };
}

function bodyOf(told: RoutineFigures | null): Html {
  const { rows = [], findings, proposals } = told ?? {};
  const said = [
    ['Findings accepted', shareOf(findings?.accepted ?? 0, findings?.dismissed ?? 0)],
    ['Requests approved', shareOf(proposals?.approved ?? 0, proposals?.declined ?? 0)],
  ] as const;
  const isDecided = said.some(([, value]) => value !== null);
  if (rows.length === 0 && !isDecided) return empty('Nothing of this routine was decided yet.');
  return html`${rows.length > 0 && table<AcceptanceRow>('Acceptance of branches', COLUMNS, rows)}${
    isDecided && facts(said)
  }
    <p class="quiet">
      Each is a share of the decisions of its own kind, over all runs. A branch that was undone does
      not count as landed. Fewer than ${LEAST_DECIDED} decisions give no rate.
    </p>`;
}

const COLUMNS = [
  { title: 'Engine', cell: ({ engine }: AcceptanceRow) => engine ?? 'all' },
  {
    title: 'Branches landed',
    cell: ({ landed, decided }: AcceptanceRow) => formatShare(landed, decided),
  },
  { title: 'Discarded', kind: 'number', cell: ({ turnedDown }: AcceptanceRow) => turnedDown },
  { title: 'Undone', kind: 'number', cell: ({ undone }: AcceptanceRow) => undone },
  { title: 'Open', kind: 'number', cell: ({ open }: AcceptanceRow) => open },
  { title: 'Cost per landed branch', kind: 'number', cell: costCell },
  {
    title: 'Median wait',
    kind: 'number',
    cell: ({ medianWaitMs }: AcceptanceRow) =>
      medianWaitMs === null
        ? '–'
        : formatTimeTaken(new Date(0).toISOString(), new Date(medianWaitMs).toISOString()),
  },
] as const;

function costCell({ landed, costPerLanded }: AcceptanceRow): string {
  if (landed === 0) return '–';
  return costPerLanded === null ? 'not known' : dollarWords(costPerLanded);
}

function shareOf(part: number, rest: number): string | null {
  return part + rest === 0 ? null : formatShare(part, part + rest);
}
