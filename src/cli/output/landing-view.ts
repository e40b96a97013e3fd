/** Landings as documents and as lines. */
import type { LandingPreview } from '../../review/contract.ts';
import { assertNever } from '../../words/errors.ts';
import type { Landing } from '../../words/review/landing.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';

export function toLandingView(landing: Landing): object {
  const { id, set, method, target, from, to, steps, state, reason, by, startedAt, endedAt } =
    landing;
  return {
    id,
    set,
    method,
    target,
    from,
    to,
    branches: steps,
    state,
    reason,
    by,
    startedAt,
    endedAt,
  };
}

/** `landed S-3fa9 (3 branches) on main: 1a2b3c4d5e`. */
export function landingLine(landing: Landing): string {
  const { id, set, steps, target, state, to } = landing;
  const [first] = steps;
  const what =
    set === null
      ? oneLine(first?.branch ?? '', 200)
      : `${set} (${plural(steps.length, 'branch', 'branches')})`;
  switch (state.kind) {
    case 'landed':
      return `landed ${what} on ${target}: ${(to ?? '').slice(0, 10)}; take it back: roundsman undo ${id.slice(-6)}`;
    case 'queued':
      return `queued ${what} for ${target}, until these are clean: ${state.paths.map((path) => oneLine(path, 200)).join(', ')}`;
    case 'undone':
      return state.revert === undefined
        ? `took ${what} back: ${target} is where it was, at ${landing.from.slice(0, 10)}`
        : `took ${what} back by ${state.revert.slice(0, 10)} on ${target}`;
    case 'refused':
      return `${what} did not land on ${target}: ${oneLine(state.why, 300)}`;
    case 'preparing':
    case 'moving':
    case 'undoing':
      return `${what} is not done yet`;
    default:
      return assertNever(state);
  }
}

const MOST_FILES = 40;

export function writePreview(page: Page, preview: LandingPreview): void {
  const { set, method, target, checkout, branches, files, passedOver } = preview;
  const where = checkout === null ? 'checked out nowhere' : `checked out in ${checkout}`;
  page.line(page.paint('strong', `${method} onto ${target} (${where})`));
  if (set !== null) page.line(`  branch group ${set}`);
  for (const { branch, tip, subject, commits } of branches)
    page.line(
      `  ${oneLine(branch, 200)}  ${tip.slice(0, 10)}  ${plural(commits, 'commit')}  ${oneLine(subject, 120)}`,
    );
  for (const { path, status } of files.slice(0, MOST_FILES))
    page.line(`    ${status} ${oneLine(path, 300)}`);
  if (files.length > MOST_FILES)
    page.line(
      `    and ${files.length - MOST_FILES} more: roundsman review diff ${set ?? branches[0]?.branch ?? ''} --stat`,
    );
  for (const reason of passedOver) page.line(page.paint('warn', `  not ready: ${reason}`));
}
