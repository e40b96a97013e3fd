import { stateAt } from '../../ledger/finding-life.ts';
import { AppError } from '../../words/errors.ts';
import type { Finding } from '../../words/finding.ts';
import { resolveId } from '../../workspace/resolve-id.ts';
import type { Desk, Kind } from '../contract.ts';

/** Those that stand; what is resolved, dismissed or snoozed when it is asked for by its state. */
export const findings: Kind = {
  list: async (desk, { routine, state }) => {
    const now = desk.workspace.clock.now().toISOString();
    return (await allOf(desk)).flatMap((finding) => {
      const at = stateAt(finding, now);
      const wanted = state === null ? STANDING.has(at) : state === 'all' || at === state;
      if (!wanted || (routine !== null && finding.routine !== routine)) return [];
      const { location, verdict } = finding;
      return [
        {
          id: finding.id,
          title: finding.title,
          state: at,
          severity: finding.severity,
          routine: finding.routine,
          place: location === null ? null : `${location.path}:${location.line}`,
          verdict: verdict === null ? null : `${verdict.kind}: ${verdict.reason}`,
          item: finding.item,
          firstSeen: finding.firstSeen,
          fingerprint: finding.fingerprint,
        },
      ];
    });
  },
  read: async (desk, { id }) => {
    const all = await allOf(desk);
    const exact = all.find((one) => one.id === id || one.fingerprint === id);
    const found =
      exact?.id ??
      resolveId({
        noun: 'finding',
        ids: all.map((one) => one.id),
        text: id,
        listedBy: 'list {"kind":"finding","state":"all"}',
      });
    const finding = all.find((one) => one.id === found);
    if (finding !== undefined)
      return { source: `finding ${found}`, text: JSON.stringify(finding, null, 1) };
    throw new AppError('not-found', {
      code: 'finding-unknown',
      message: `no finding ${found}`,
      hint: '',
    });
  },
};

const STANDING: ReadonlySet<string> = new Set(['new', 'known', 'regressed']);

async function allOf({ workspace }: Desk): Promise<readonly Finding[]> {
  const all = await workspace.findings.listAll();
  return all.toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1));
}
