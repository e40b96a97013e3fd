/** Entries and commits that set a dependency to a version: `deps: debug@2.6.9`, `Bump lodash from 4.17.20 to 4.17.21`. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { Backing, MatchCommit } from './contract.ts';
import { changeTitle, description } from './message-parts.ts';

export interface DependencyStep {
  readonly name: string;
  readonly version: string;
}

const AT =
  /(?:^|[\s`("'])((?:@[\w.-]{1,60}\/)?[A-Za-z][\w.-]{0,60})@[\^~>=<v\s]{0,4}(\d[\w.+-]{0,40})/;
const TO =
  /\b(?:bump(?:s|ed)?|updat(?:e|es|ed)|upgrad(?:e|es|ed))\s+(?:the\s+)?(?:dependency\s+)?[`"']?((?:@[\w.-]{1,60}\/)?[A-Za-z][\w./:-]{0,60})[`"']?[^\n]{0,60}?\bto\s+[`"']?[\^~>=<v]{0,3}(\d[\w.+-]{0,40})/i;
const NAMED =
  /\b(?:bump(?:s|ed)?|updat(?:e|es|ed)|upgrad(?:e|es|ed))\b:?\s+(?:to\s+)?(?:the\s+)?(?:dependency\s+)?\[?[`"']?(?!version\b|release\b)((?:@[\w.-]{1,60}\/)?[A-Za-z][\w./:-]{0,60})[`"']?\s+v?(\d+\.\d[\w.+-]{0,40})/i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|requirements[\w.-]{0,40}\.txt|Cargo\.toml|go\.mod|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?)$/;

/** `null`: the text sets no dependency to a version. */
export function dependencyStep(text: string): DependencyStep | null {
  const line = text.slice(0, 300);
  const [, name, version] = AT.exec(line) ?? TO.exec(line) ?? NAMED.exec(line) ?? [];
  if (name === undefined || version === undefined) return null;
  return { name: name.toLowerCase(), version: version.replace(/[.+-]+$/, '') };
}

/** Both set the same dependency, to unlike versions. */
export function stepsDeny(one: DependencyStep | null, other: DependencyStep | null): boolean {
  return (
    one !== null && other !== null && one.name === other.name && !agree(one.version, other.version)
  );
}

/** For entries that set a dependency the commits that do: by their titles, else by a manifest's changed lines. */
export function matchDependencies(
  entries: readonly ChangelogEntry[],
  commits: readonly MatchCommit[],
): readonly (Backing | null)[] {
  const steps = commits.map((commit) => dependencyStep(description(changeTitle(commit))));
  return entries.map(({ text }) => {
    const wanted = dependencyStep(text);
    if (wanted === null) return null;
    const told = steps.flatMap((step, index) =>
      step !== null && sameName(step.name, wanted.name) && agree(step.version, wanted.version)
        ? [index]
        : [],
    );
    if (told.length > 0) return { commits: told, by: 'words' };
    const set = commits.flatMap((commit, index) => (setsIn(commit, wanted) ? [index] : []));
    return set.length > 0 ? { commits: set, by: 'files' } : null;
  });
}

function setsIn({ changes }: MatchCommit, { name, version }: DependencyStep): boolean {
  return (changes?.windows ?? []).some(
    ({ path, text }) =>
      MANIFEST.test(path) &&
      text
        .toLowerCase()
        .split('\n')
        .some(
          (line) =>
            namesOnly(line, name) && versionsIn(line).some((found) => agree(found, version)),
        ),
  );
}

function namesOnly(line: string, name: string): boolean {
  const at = line.indexOf(name);
  return (
    at >= 0 &&
    !/[\w/@.-]/.test(line[at - 1] ?? ' ') &&
    !/[\w/.-]/.test(line[at + name.length] ?? ' ')
  );
}

function versionsIn(line: string): readonly string[] {
  return line.slice(0, 400).match(/\d+(?:\.[\dx*]+)*(?:-[\w.]+)?/g) ?? [];
}

/** People write `Okio`, robots `com.squareup.okio:okio`. */
function sameName(one: string, other: string): boolean {
  if (one === other) return true;
  const parts = (name: string): readonly string[] =>
    name.split(/[./:@]+/).filter((part) => part.length >= 3);
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return parts(long).at(-1) === short;
}

/** `2.6` and `2.6.0` are one. */
function agree(one: string, other: string): boolean {
  const plain = (version: string): string => version.replace(/(?:\.0)+$/, '');
  return plain(one) === plain(other);
}
