import { decideFindings } from '../../app/decide-findings.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { parseDuration } from '../../domain/duration.ts';
import { AppError } from '../../domain/errors.ts';
import type { FindingVerdict } from '../../domain/finding.ts';
import { oneLine } from '../../domain/text.ts';
import { userName } from '../../platform/environment.ts';
import type { Command, CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export const findingsAcceptCommand: Command = (call) => decide(call, 'accepted', null);

export const findingsDismissCommand: Command = (call) => decide(call, 'dismissed', null);

export const findingsSnoozeCommand: Command = async (call) => {
  const text = call.options.text('for') ?? '30d';
  const ms = parseDuration(text);
  if (ms === null || ms === 0) {
    throw new AppError('usage', {
      code: 'bad-duration',
      message: `--for ${text} is not a duration`,
      hint: 'Write it as in 12h or 30d.',
    });
  }
  return decide(call, 'snoozed', new Date(call.clock.now().getTime() + ms).toISOString());
};

async function decide(
  call: CommandCall,
  kind: FindingVerdict['kind'],
  until: string | null,
): Promise<number> {
  const workspace = await openWorkspace(call);
  const decided = await decideFindings(workspace, {
    ids: call.words,
    verdict: {
      kind,
      reason: call.options.text('reason') ?? '',
      by: userName(call.env),
      at: call.clock.now().toISOString(),
      until,
    },
  });
  if (call.json) {
    writeJson(call.terminal, decided);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const finding of decided) page.line(`${kind} ${finding.id}  ${oneLine(finding.title, 120)}`);
  return 0;
}
