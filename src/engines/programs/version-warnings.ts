import { oneLine } from '../../words/text.ts';
import { compareVersions } from '../../words/version-order.ts';
import type { ProgramSpec } from './program-spec.ts';

/** One line when the version is outside of what was tried, or says nothing of itself. */
export function versionWarnings(
  { about }: Pick<ProgramSpec, 'about'>,
  version: string | null,
): readonly string[] {
  const { name, tested } = about;
  if (tested === null) return [];
  const range = tested.from === tested.to ? tested.from : `${tested.from} to ${tested.to}`;
  if (version === null) return [`${name} does not say its version; it was tried with ${range}`];
  const side = sideOf(version, tested);
  return side === null
    ? []
    : [`${name} ${oneLine(version, 40)} is ${side} than what was tried (${range})`];
}

function sideOf(
  version: string,
  { from, to }: { readonly from: string; readonly to: string },
): 'older' | 'newer' | null {
  if (compareVersions(version, from) < 0) return 'older';
  return compareVersions(version, to) > 0 ? 'newer' : null;
}
