/** A run by what belongs to it: its branch, the file of its report, a finding, a request or an item of it. */
import { idKindOf } from '../words/id-kind.ts';
import { isItemKey, isRunId, type RunId } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/match-id.ts';

/** @param views newest first. `null`: it belongs to none, or to several */
export async function runOfName(
  workspace: Workspace,
  views: readonly RunView[],
  text: string,
): Promise<RunId | null> {
  switch (idKindOf(text)) {
    case 'finding':
      return runOfFinding(workspace, text);
    case 'item':
      return runOfItem(workspace, text.toUpperCase());
    case 'request':
      return runWithId(views, text.replace(/^p-/i, '').replace(/-\d+$/, ''));
    case null:
      return (
        runOfBranch(views, text) ?? runWithId(views, /-([0-9a-z]+)\.md$/.exec(text)?.[1] ?? '')
      );
    case 'decision':
    case 'knowledge':
    case 'branch group':
    case 'message':
      return null;
  }
}

/** The whole name, or the end of it from a slash on; several runs continued with one branch: the newest. */
function runOfBranch(views: readonly RunView[], text: string): RunId | null {
  const name = text.replace(/^refs\/heads\//, '');
  const found =
    views.find(({ branch }) => branch === name) ??
    views.find(({ branch }) => branch?.endsWith(`/${name}`) === true);
  return found?.id ?? null;
}

function runWithId(views: readonly RunView[], text: string): RunId | null {
  const match = matchId(
    views.map(({ id }) => id),
    text,
  );
  return match.kind === 'one' && isRunId(match.id) ? match.id : null;
}

async function runOfFinding({ findings }: Workspace, text: string): Promise<RunId | null> {
  const known = await findings.listAll();
  const match = matchId(
    known.map(({ id }) => id),
    text,
  );
  const found = match.kind === 'one' ? known.find(({ id }) => id === match.id) : undefined;
  return found?.runs.at(-1) ?? null;
}

async function runOfItem({ items }: Workspace, key: string): Promise<RunId | null> {
  const item = isItemKey(key) ? await items.read(key) : null;
  const linked = item?.links?.findLast(({ kind }) => kind === 'run')?.id ?? '';
  return isRunId(linked) ? linked : (item?.run ?? null);
}
