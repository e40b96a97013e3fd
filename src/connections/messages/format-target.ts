import { channelOf } from '../../connectors/registry.ts';
import type { NotifyTarget } from '../../words/notify.ts';
import { oneLine } from '../../words/text.ts';

const LONGEST = 200;

/** Whom a message goes to, for people: `mail to team@example.com`, `webhook chat`, `file in ~/digests`. Pure. */
export function formatTarget(target: NotifyTarget): string {
  return oneLine(channelOf(target)?.format(target) ?? target.kind, LONGEST);
}
