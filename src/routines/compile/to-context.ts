import type { ContextSettings } from '../../words/context-settings.ts';
import { parseDuration } from '../../words/duration.ts';
import type { FindingState } from '../../words/finding.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import type { FullRoutine } from './fill-defaults.ts';

const OPEN: readonly FindingState[] = ['new', 'known', 'regressed'];

/** `self` spelled out, states too; what is named twice is there once. */
export function toContext(full: FullRoutine['context'], self: RoutineId): ContextSettings {
  const { reports, transcripts, findings, 'max-tokens': maxTokens, ...rest } = full;
  const from = reports.from.map((id) => (id === 'self' ? self : id));
  return {
    ...rest,
    reports: { last: reports.last, from: [...new Set(from)].filter((id) => isRoutineId(id)) },
    findings: [...new Set(findings.flatMap((state) => (state === 'open' ? OPEN : [state])))],
    transcripts:
      transcripts === null
        ? null
        : {
            lastMs: parseDuration(transcripts.last) ?? 0,
            maxTokens: transcripts['max-tokens'],
          },
    maxTokens,
  };
}
