import type { EngineSettings } from '../../words/engine-settings.ts';
import type { AccessEngine } from './model-access.ts';

/** The variables that hold keys of the engine, by these settings. */
export function keyVariables(
  { credentials }: AccessEngine,
  settings: EngineSettings | undefined,
): readonly string[] {
  const own = credentials?.keys.map(({ variable }) => variable) ?? [];
  const named = settings?.key ?? null;
  return named === null ? own : [named, ...own];
}
