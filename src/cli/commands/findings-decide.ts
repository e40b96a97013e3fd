import { decideFindings, reopenFindings, splitFindings } from '../../ledger/decide-findings.ts';
import { hostTimezone, userName } from '../../platform/environment.ts';
import { parseDuration } from '../../words/duration.ts';
import { AppError } from '../../words/errors.ts';
import type { Finding, FindingVerdict } from '../../words/finding.ts';
import { oneLine } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { readMoment } from '../read-moment.ts';

export const findingsAcceptCommand: Command = (call) => decide(call, 'accepted', null);

export const findingsDismissCommand: Command = (call) => decide(call, 'dismissed', null);

export const findingsSnoozeCommand: Command = async (call) => {
  const [text, until] = [call.options.text('for'), call.options.text('until')];
  const now = call.clock.now();
  if (until !== null) {
    if (text !== null) {
      throw new AppError('usage', {
        code: 'usage',
        message: '--for and --until were given at once',
        hint: 'Give one of them.',
      });
    }
    const timezone = hostTimezone();
    return decide(
      call,
      'snoozed',
      readMoment({ name: 'until', text: until, now, timezone, way: 'ahead' }),
    );
  }
  const ms = parseDuration(text ?? '30d');
  if (ms === null || ms === 0) {
    throw new AppError('usage', {
      code: 'bad-duration',
      message: `--for ${text ?? ''} is not a duration`,
      hint: 'Write it as in 12h or 30d.',
    });
  }
  return decide(call, 'snoozed', new Date(now.getTime() + ms).toISOString());
};

/** Takes the verdict back. */
export const findingsReopenCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const said = {
    by: userName(call.env),
    at: call.clock.now().toISOString(),
    reason: call.options.text('reason') ?? '',
  };
  return tell(call, 'reopened', await reopenFindings(workspace, { ids: call.words, said }));
};

/** Tells two apart that were taken for one. */
export const findingsSplitCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const [kept, other] = await splitFindings(workspace, {
    id: call.words[0] ?? '',
    fingerprint: call.options.text('wording'),
    by: userName(call.env),
  });
  if (call.json) {
    writeJson(call.terminal, [kept, other]);
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`kept   ${kept.id}  ${oneLine(kept.title, 120)}`);
  page.line(`split  ${other.id}  ${oneLine(other.title, 120)}`);
  return 0;
};

async function decide(
  call: CommandCall,
  kind: FindingVerdict['kind'],
  until: string | null,
): Promise<number> {
  const workspace = await openWorkspace(call);
  const decided = await decideFindings(workspace, {
    ids: call.words,
    wholeGroups: call.options.flag('all'),
    verdict: {
      kind,
      reason: call.options.text('reason') ?? '',
      by: userName(call.env),
      at: call.clock.now().toISOString(),
      until,
    },
  });
  return tell(call, until === null ? kind : `${kind} until ${dayOf(until)}`, decided);
}

/** `2026-12-22`, as `findings show` says it. */
function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function tell(call: CommandCall, what: string, findings: readonly Finding[]): number {
  if (call.json) {
    writeJson(call.terminal, findings);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const finding of findings)
    page.line(`${what} ${finding.id}  ${oneLine(finding.title, 120)}`);
  return 0;
}
