/** From the bytes of one file to its place in the catalog, wherever the bytes came from. */
import type { CatalogEntry } from '../catalog.ts';
import { ROUTINES_FOLDER } from '../catalog.ts';
import { tooLarge } from '../decode-text.ts';
import type { DefinitionContext } from '../definition-context.ts';
import { parseRoutine } from '../parse-routine.ts';
import type { Problem } from '../rules/problem.ts';

export type DefinitionRead =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** @param name of the file in `routines/` */
export function compileEntry(
  name: string,
  read: DefinitionRead,
  context: DefinitionContext,
): CatalogEntry {
  const file = `${ROUTINES_FOLDER}/${name}`;
  const id = name.replace(/\.ya?ml$/, '');
  if (read.kind === 'problem') return { kind: 'broken', id, file, problems: [read.problem] };
  const bytes = read.kind === 'content' ? read.bytes : new Uint8Array();
  const reading = parseRoutine({ file, bytes }, context);
  if (reading.kind === 'problems') return { kind: 'broken', id, file, problems: reading.problems };
  return { ...reading, id: reading.routine.id, file };
}

/** A file that is not read at all. @param reason as `readUntrusted` says it */
export function unreadable(file: string, reason: string): Problem {
  if (/\bbytes\b/.test(reason)) return tooLarge(file, reason);
  return {
    file,
    line: 1,
    column: 1,
    code: 'unreadable',
    message: `the file is not read: ${reason}`,
    hint: 'Put a regular file that you may read in its place.',
  };
}

/** Which of these files share an id with another one: by file, that other one. */
export function findTwins(
  entries: readonly { readonly id: string; readonly file: string }[],
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const twins = new Map<string, string>();
  for (const { id, file } of entries) {
    const other = first.get(id);
    if (other === undefined) first.set(id, file);
    else {
      twins.set(file, other);
      if (!twins.has(other)) twins.set(other, file);
    }
  }
  return twins;
}

/** `a.yaml` beside `a.yml`: neither is used, since it is unclear which one is meant. */
export function twinProblem(
  { id, file }: { readonly id: string; readonly file: string },
  twin: string,
): Problem {
  return {
    file,
    line: 1,
    column: 1,
    code: 'duplicate-id',
    message: `the id \`${id}\` is also that of ${twin}`,
    hint: 'Rename or remove one of the two files.',
  };
}
