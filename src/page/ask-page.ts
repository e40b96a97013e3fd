/** Where the page of a running daemon is, and a link that logs one browser in. */
import { isRecord } from '../platform/json.ts';
import { askDaemon } from '../scheduler/ask-daemon.ts';
import { AppError } from '../words/errors.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface PageAddress {
  /** `127.0.0.1:20417`. */
  readonly address: string;
  /** With a code that counts once, for ten minutes. */
  readonly link: string;
}

/**
 * @param logOut whether to end all sessions before the link is made
 * @throws AppError `refused` without a daemon, or where the page is off
 */
export async function askPage(
  { location }: Workspace,
  { logOut }: { readonly logOut: boolean },
): Promise<PageAddress> {
  const asked = await askDaemon(location.stateDir, { ask: 'page', args: { logOut } });
  if (asked.kind === 'no-daemon')
    throw refused('the page needs the daemon, and no daemon runs here', 'roundsman start --detach');
  if (asked.kind === 'no-answer')
    throw refused(`the daemon does not answer: ${asked.why}`, 'roundsman stop && roundsman start');
  const { answer } = asked;
  if (
    isRecord(answer) &&
    typeof answer['link'] === 'string' &&
    typeof answer['address'] === 'string'
  )
    return { address: answer['address'], link: answer['link'] };
  const why = isRecord(answer) && typeof answer['why'] === 'string' ? answer['why'] : null;
  throw refused(
    why ?? 'the page is off here: `page.listen` of roundsman.yaml says so',
    'roundsman status',
  );
}

function refused(message: string, next: string): AppError {
  return new AppError('refused', { code: 'no-page', message, hint: `Next: ${next}` });
}
