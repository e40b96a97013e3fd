/** The numbers beside Inbox and Review. A page does not wait long for them: it shows the last ones that are known. */
import { inbox, type Inbox } from '../inbox/inbox.ts';
import type { Workspace } from '../workspace/contract.ts';
import { patientLook } from './parts/patient-look.ts';

export interface NavCounts {
  /** `null`: not known yet. */
  readonly inbox: number | null;
  readonly review: number | null;
}

interface Known {
  readonly counts: NavCounts;
  readonly at: number;
}

const FRESH_MS = 3_000;
const PATIENCE_MS = 100;
const UNKNOWN: NavCounts = { inbox: null, review: null };

const known = new WeakMap<Workspace, Known>();
const pending = new WeakMap<Workspace, Promise<NavCounts>>();

export async function navCounts(workspace: Workspace): Promise<NavCounts> {
  const { clock } = workspace;
  const last = known.get(workspace);
  if (last !== undefined && clock.now().getTime() - last.at < FRESH_MS) return last.counts;
  const asked = pending.get(workspace) ?? ask(workspace);
  const done = new AbortController();
  const late = clock.sleep(PATIENCE_MS, done.signal).catch(() => undefined);
  const first = await Promise.race([asked, late]);
  done.abort();
  return first ?? last?.counts ?? UNKNOWN;
}

/** A view that asked the inbox anyway says what it found. */
export function rememberCounts(workspace: Workspace, { counts }: Pick<Inbox, 'counts'>): number {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const at = workspace.clock.now().getTime();
  known.set(workspace, { counts: { inbox: total, review: counts['change-set'] }, at });
  return total;
}

function ask(workspace: Workspace): Promise<NavCounts> {
  const asked = inbox(workspace, { limit: 1, look: patientLook(workspace.clock) })
    .then((found) => {
      rememberCounts(workspace, found);
      return known.get(workspace)?.counts ?? UNKNOWN;
    })
    .catch(() => known.get(workspace)?.counts ?? UNKNOWN)
    .finally(() => pending.delete(workspace));
  pending.set(workspace, asked);
  return asked;
}
