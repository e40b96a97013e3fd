/** What of roundsman.yaml starts programs, or says where secrets go. Pure. */
import { canonicalJson } from '../words/canonical-json.ts';
import type { Connection } from '../words/connection.ts';
import type { EngineSettings } from '../words/engine-settings.ts';
import type { EngineId } from '../words/routine.ts';
import type { ReviewSettings } from './definition-context.ts';

export interface ArmedSettings {
  readonly connections: readonly Connection[];
  readonly engines: Readonly<Partial<Record<EngineId, EngineSettings>>>;
  /** Absent: of a run, which has none. */
  readonly review?: ReviewSettings;
}

export interface ArmedPart {
  /** As one writes it: `connections.tickets`, `engines.codex`, `review.editor`. */
  readonly key: string;
  /** One text for one content: JSON with sorted keys. */
  readonly content: string;
}

/** Those that are left out do nothing: no checks, no judge, no editor. */
export function armedParts({ connections, engines, review }: ArmedSettings): readonly ArmedPart[] {
  return [
    ...connections.map((one) => part(`connections.${one.name}`, one)),
    ...Object.entries(engines).map(([id, one]) => part(`engines.${id}`, one)),
    ...(review === undefined ? [] : reviewParts(review)),
  ];
}

function reviewParts({ checks, judge, editor }: ReviewSettings): readonly ArmedPart[] {
  return [
    ...(checks.length === 0 ? [] : [part('review.checks', checks)]),
    ...(judge === null ? [] : [part('review.judge', judge)]),
    ...(editor === null ? [] : [part('review.editor', editor)]),
  ];
}

/** With the parts of those keys as `other` has them; what it does not have is left out. */
export function replaceParts<Settings extends ArmedSettings>(
  settings: Settings,
  other: ArmedSettings,
  keys: ReadonlySet<string>,
): Settings {
  const { review } = settings;
  const given = other.review;
  const isKept = (key: string): boolean => !keys.has(key);
  const connections = [
    ...settings.connections.filter(({ name }) => isKept(`connections.${name}`)),
    ...other.connections.filter(({ name }) => !isKept(`connections.${name}`)),
  ];
  const engines = Object.fromEntries([
    ...Object.entries(settings.engines).filter(([id]) => isKept(`engines.${id}`)),
    ...Object.entries(other.engines).filter(([id]) => !isKept(`engines.${id}`)),
  ]);
  return {
    ...settings,
    connections,
    engines,
    ...(review === undefined
      ? {}
      : {
          review: {
            ...review,
            checks: isKept('review.checks') ? review.checks : (given?.checks ?? []),
            judge: isKept('review.judge') ? review.judge : (given?.judge ?? null),
            editor: isKept('review.editor') ? review.editor : (given?.editor ?? null),
          },
        }),
  };
}

function part(key: string, value: unknown): ArmedPart {
  return { key, content: canonicalJson(value) };
}
